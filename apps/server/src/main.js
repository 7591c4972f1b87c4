await import('./compile-cache.js')
await import('./program.ts')
