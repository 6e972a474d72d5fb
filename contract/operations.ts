import { z } from 'zod';
import { defineEndpoints } from './endpoint.ts';

export const operationsEndpoints = defineEndpoints({
  'operations.health': {
    method: 'GET',
    path: '/api/health/',
    summary: 'Whether the server and its database work',
    policy: 'public',
    reply: z.object({ status: z.literal('ok'), database: z.enum(['pglite', 'postgres']), version: z.string() }),
  },
  'operations.openapi': {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This description as OpenAPI',
    policy: 'public',
    isRaw: true,
  },
});
