/**
 * Writes the server to apps/server/dist: its 2,100 files, and those of packages that have many, in a few, since most of a
 * start was to find and link modules. What is loaded by threads and processes is an entry of its own.
 */
import { rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Plugin, rolldown } from 'rolldown'

const root = join(import.meta.dirname, '../..')
/** Without native code, files or threads of their own. All others are loaded from node_modules. */
const bundledPackages = /^(?:@assay|@bufbuild|cron-parser|kysely|pg-boss|semver|smol-toml|zod)(?:\/|$)/

const isExternal = (id: string): boolean => /^[@a-z]/i.test(id) && !bundledPackages.test(id)

/** Below the workspace, where its packages are found. */
export async function bundleServer(folder: string): Promise<void> {
  const build = await rolldown({
    input: { main: join(root, 'apps/server/src/main.js') },
    cwd: root,
    platform: 'node',
    external: isExternal,
    plugins: [locateModules(folder)],
  })
  try {
    await rm(folder, { recursive: true, force: true })
    // Threads and processes call functions by their names.
    await build.write({ dir: folder, format: 'esm', keepNames: true })
  } finally {
    await build.close()
  }
}

/** `new URL('read-small.ts', import.meta.url)`, or of the module itself, as threads and processes import it; or any other use. */
const location = /new URL\((?:'([\w./-]+\.ts)', )?import\.meta\.url\)|import\.meta\.(url|dirname)/g

/** What a module finds beside itself stays there, relative to the folder of the bundle. */
function locateModules(folder: string): Plugin {
  const modules = new Map<string, string>()
  return {
    name: 'assay:locate-modules',
    transform: {
      filter: { id: /^[^\0]/, code: /import\.meta\.(?:url|dirname)/ },
      handler(code, id) {
        return code.replaceAll(location, (_, beside: string | undefined, property: string | undefined) => {
          if (property === 'dirname')
            return `(import.meta.dirname + ${JSON.stringify(`/${relative(folder, dirname(id))}`)})`
          if (property === 'url')
            return `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`
          const module = beside === undefined ? id : resolve(dirname(id), beside)
          const fileName = `${basename(module, '.ts')}.entry.js`
          if ((modules.get(fileName) ?? module) !== module)
            throw new Error(`Two modules would be ${fileName}`)
          modules.set(fileName, module)
          this.emitFile({ type: 'chunk', id: module, fileName })
          return `new URL('${fileName}', import.meta.url)`
        })
      },
    },
  }
}

if (import.meta.main) await bundleServer(join(root, 'apps/server/dist'))
