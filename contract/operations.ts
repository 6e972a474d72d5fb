import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

export const operationsEndpoints = defineEndpoints({
  'operations.health': {
    method: 'GET',
    path: '/api/health/',
    summary: 'Whether the server and its database are up',
    policy: 'public',
    reply: z.object({
      status: z.literal('ok'),
      database: z.enum(['pglite', 'postgres']),
      version: z.string(),
    }),
  },
  'operations.demo': {
    method: 'GET',
    path: '/api/demo/',
    summary: "The demo organization's accounts, for the login page; none outside demo mode",
    policy: 'public',
    reply: z.object({
      sign_ins: z.array(z.object({ label: z.string(), email: z.string(), password: z.string() })),
    }),
  },
  'operations.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description as OpenAPI',
    policy: 'public',
    isRaw: true,
  },
});
