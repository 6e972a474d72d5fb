// Import before anything that imports zod. zod would probe whether `new Function` is allowed; the content
// security policy forbids it and reports the attempt.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
