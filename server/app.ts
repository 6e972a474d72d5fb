import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { timecardRoutes } from '#server/modules/timecards/routes.ts';
import { type BlobStore, openBlobs, readWhole } from './blob-store.ts';
import type { Config } from './config.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, limitedConnections } from './connection-limits.ts';
import { ensureEpoch } from './db/change-index.ts';
import type { Database } from './db/database.ts';
import type { Standby } from './db/standby.ts';
import type { Mailer } from './mail.ts';
import { archivingRoutes } from './modules/archiving/routes.ts';
import { attachmentRoutes } from './modules/attachments/routes.ts';
import { auditRoutes } from './modules/audit/routes.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { userRoutes } from './modules/auth/user-routes.ts';
import { billingRoutes } from './modules/billing/routes.ts';
import { bulkChangeRoutes } from './modules/bulk-changes/routes.ts';
import { calendarFeedRoutes } from './modules/calendar/feed-routes.ts';
import { calendarRoutes } from './modules/calendar/routes.ts';
import { caseloadRoutes } from './modules/caseloads/routes.ts';
import { officeListRoutes } from './modules/catalog/office-routes.ts';
import { organizationRoutes } from './modules/catalog/organization-routes.ts';
import { catalogRoutes } from './modules/catalog/routes.ts';
import { conditionRoutes } from './modules/clients/condition-routes.ts';
import { rateRoutes } from './modules/clients/rate-routes.ts';
import { clientRoutes } from './modules/clients/routes.ts';
import { homeRoutes } from './modules/home/routes.ts';
import { importRoutes } from './modules/imports/routes.ts';
import { lunchRoutes } from './modules/lunch/routes.ts';
import { ensurePushKeys } from './modules/notifications/push-keys.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { operationsRoutes } from './modules/operations/routes.ts';
import { payrollRoutes } from './modules/payroll/routes.ts';
import { providerRoutes } from './modules/providers/routes.ts';
import { quarantineRoutes } from './modules/quarantine/routes.ts';
import { mailReports } from './modules/reports/report-mail.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { reportScheduleRoutes } from './modules/reports/schedule-routes.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import { soapOptionRoutes } from './modules/soap/option-routes.ts';
import { soapRoutes } from './modules/soap/routes.ts';
import { studentFileRoutes } from './modules/students/file-routes.ts';
import { studentRoutes } from './modules/students/routes.ts';
import { deviceRoutes } from './modules/sync/device-routes.ts';
import { hintsRoutes } from './modules/sync/hints-routes.ts';
import { pullRoutes } from './modules/sync/pull-routes.ts';
import { pushRoutes } from './modules/sync/push-routes.ts';
import { ticketRoutes } from './modules/tickets/routes.ts';
import { timelineRoutes } from './modules/timeline/routes.ts';
import { payPeriodRoutes } from './modules/timesheets/pay-period-routes.ts';
import { timesheetRoutes } from './modules/timesheets/routes.ts';
import { createAccessTokens } from './plugins/access-token.ts';
import { ALLOWANCES, type Allowances } from './plugins/allowances.ts';
import { type Answer, answerOfError, describeFault, problemOf } from './plugins/answer.ts';
import type { Dependencies, Module } from './plugins/answered-call.ts';
import { createEngine } from './plugins/execute.ts';
import { markAnswer, registerRoutes, sendAnswer } from './plugins/http-routes.ts';
import { registerMetrics } from './plugins/metrics.ts';
import { readJson } from './plugins/raw-input.ts';
import { collectHandlers } from './plugins/registry.ts';
import { registerSecurityHeaders } from './plugins/security-headers.ts';
import { isApiAddress, registerStaticFiles } from './plugins/static-files.ts';
import type { TaskTracker } from './tracker/task-tracker.ts';
import { createTracking, openTracker, type Tracking } from './tracker/tracking.ts';

/** Every module, listed by hand. Together they serve exactly the contract. */
const modules: readonly Module[] = [
  authRoutes,
  userRoutes,
  sessionRoutes,
  lunchRoutes,
  timecardRoutes,
  calendarRoutes,
  calendarFeedRoutes,
  timesheetRoutes,
  studentRoutes,
  archivingRoutes,
  caseloadRoutes,
  bulkChangeRoutes,
  clientRoutes,
  rateRoutes,
  conditionRoutes,
  billingRoutes,
  payrollRoutes,
  providerRoutes,
  soapRoutes,
  studentFileRoutes,
  soapOptionRoutes,
  attachmentRoutes,
  notificationRoutes,
  catalogRoutes,
  officeListRoutes,
  organizationRoutes,
  payPeriodRoutes,
  homeRoutes,
  reportRoutes,
  reportScheduleRoutes,
  pullRoutes,
  hintsRoutes,
  pushRoutes,
  deviceRoutes,
  quarantineRoutes,
  auditRoutes,
  timelineRoutes,
  ticketRoutes,
  importRoutes,
  operationsRoutes,
];

/** Limit for requests to unknown calls. Every call has its own limit in the contract. */
const BODY_LIMIT = 1_024;

export interface AppParts {
  db: Database;
  config: Config;
  mailer: Mailer;
  /** Where reports are read; by default where everything is. */
  standby?: Standby | null;
  /** Storage for file bytes; by default files next to the database. */
  blobs?: BlobStore;
  /** The task tracker outside of our database; by default the configured one. */
  tracker?: TaskTracker | null;
  /** The server's clock. */
  now?: () => Date;
  /** How the server waits; by default with a timer. */
  wait?: (ms: number) => Promise<void>;
  limits?: ConnectionLimits;
  /** The allowances of one person. */
  allowances?: Allowances;
  /** The folder of the built page; without it only the calls are served. */
  webDir?: string;
}

/** Fastify takes lists, and trusts no proxy if it is given a number. */
function trustedBy(trust: Config['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;
}

/** Errors that Fastify raises before a call is known. */
const ownErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported',
  FST_ERR_CTP_INVALID_TYPE: 'request.unsupported',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
};

function answerOfThrown(error: FastifyError | Error, request: FastifyRequest): Answer {
  const { code, statusCode } = error as Partial<FastifyError>;
  if (code?.startsWith('FST_') && statusCode !== undefined && statusCode < 500) {
    return problemOf(ownErrors[code] ?? 'request.unreadable');
  }
  return answerOfError(error, request.log, request.id);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Keeps the external task tracker in step. */
    tracking: Tracking;
    /** Mails the scheduled reports that are due. */
    sendReports(): Promise<void>;
  }
}

/**
 * The whole server, ready to listen or to be called by a test. It doesn't start if a call of the contract has
 * no handler or no policy.
 */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, config, mailer, now = () => new Date(), wait = sleep, limits = CONNECTION_LIMITS } = parts;
  const { standby = null } = parts;
  const blobs = parts.blobs ?? openBlobs(config);
  await ensureEpoch(db);
  await ensurePushKeys(db, config.secret);
  const app = fastify({
    logger: config.logLevel === 'silent' ? false : { level: config.logLevel, base: null },
    // One line per request, when it is done.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    ...limitedConnections(limits),
    exposeHeadRoutes: false,
    trustProxy: trustedBy(config.trustProxy),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => {
      markAnswer(reply);
      void sendAnswer(reply, answerOfThrown(error, request));
    },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
    readJson(bytes),
  );
  app.setErrorHandler((error: FastifyError, request, reply) => {
    markAnswer(reply);
    return sendAnswer(reply, answerOfThrown(error, request));
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isApiAddress(request.url)) markAnswer(reply);
  });
  app.addHook('onResponse', async ({ method, url, ip, log }, reply) => {
    // Without the query: links in emails carry their token there. A private calendar link has it in the path.
    const path = url.split('?', 1)[0]?.replace(/^(\/api\/calendar\/feed\/).+/, '$1{secret}.ics');
    log.info(
      { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), address: ip },
      'answered',
    );
  });

  await registerSecurityHeaders(app, { isHttps: config.publicUrl.startsWith('https:') });
  if (config.metricsToken !== null) registerMetrics(app, { db, standby }, config.metricsToken);
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    threshold: 1_024,
    // Quality 11, the default, takes longer than it saves for dynamic responses.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });

  const tokens = createAccessTokens(config.secret);
  const { tracker = openTracker(config) } = parts;
  const tracking = createTracking(
    config,
    tracker,
    { db, now, readFile: (id) => readWhole(blobs, id) },
    (fault) => app.log.warn({ fault: describeFault(fault) }, 'the task tracker is out of step'),
  );
  app.decorate('tracking', tracking);
  const sendReports = () =>
    mailReports({
      ...{ db, mailer, now, publicUrl: config.publicUrl },
      execute: (callRequest) => engine.execute(callRequest),
      onFailure: (fault) => app.log.warn({ fault: describeFault(fault) }, 'a report was not mailed'),
    });
  app.decorate('sendReports', sendReports);
  const dependencies: Dependencies = { db, config, mailer, blobs, tracking, sendReports, now, wait, tokens };
  // The push runs other calls, so the modules know the engine that runs them.
  const registry = collectHandlers(modules, dependencies, {
    execute: (callRequest) => engine.execute(callRequest),
    inBatch: (requests, work) => engine.inBatch(requests, work),
  });
  const engine = createEngine(registry, db, app.log, standby);
  registerRoutes(app, { registry, engine, dependencies, allowances: parts.allowances ?? ALLOWANCES });
  registerStaticFiles(app, parts.webDir ?? null);
  app.addHook('preClose', async () => {
    await Promise.all(registry.stopEffects.map((effect) => effect()));
  });
  app.addHook('onClose', async () => engine.settled());
  return app;
}
