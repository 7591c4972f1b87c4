// Imported first. JavaScript, so that no types are stripped before the cache is enabled: that is half of a start.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(
    `Assay runs on Node 24 or later; this is ${process.version}. On Linux, npm start brings it along.\n`,
  )
  process.exit(1)
}
// In the environment too, since threads only look there.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('../../../node_modules/.cache/assay', import.meta.url),
)
module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
