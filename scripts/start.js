// npm start: builds what has changed, then becomes the server. JavaScript, as its compile cache comes before any types.
await import('../apps/server/src/compile-cache.js')
const { buildWhatChanged } = await import('./build.ts')
await buildWhatChanged((line) => process.stdout.write(`${line}\n`))
await import('../apps/server/dist/main.js')
