// Imported before anything that imports zod. It would try out whether it may make
// code from text; the content security policy forbids it and reports the attempt.
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };

export {};
