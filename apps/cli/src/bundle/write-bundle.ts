import { readStarter } from '@assay/osv/starter.ts'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'

/** Metadata of the bundle, returned by GET /api/v1/cli. */
interface Metadata {
  version: string
  file: string
  /** In bytes. */
  size: number
  sha256: string
  sha512: string
  /** Supported Node.js versions. */
  node: string
}

const file = 'assay.cjs'
const entry = fileURLToPath(new URL('main.js', import.meta.url))
const manifest = new URL('../../package.json', import.meta.url)

/** Bundles the CLI into one file for Node.js 20 and later, with its metadata in cli.json. */
export async function writeBundle(folder: string): Promise<void> {
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const code = Buffer.from(await bundle(version))
  const digest = (algorithm: string) => createHash(algorithm).update(code).digest('hex')
  const metadata: Metadata = {
    version,
    file,
    size: code.length,
    sha256: digest('sha256'),
    sha512: digest('sha512'),
    node: '>=20',
  }
  await mkdir(folder, { recursive: true })
  await replace(join(folder, file), code)
  await replace(join(folder, 'cli.json'), `${JSON.stringify(metadata)}\n`)
}

async function bundle(version: string): Promise<string> {
  const build = await rolldown({
    input: entry,
    platform: 'node',
    plugins: [embedStarter()],
    transform: { target: 'node20', define: { ASSAY_VERSION: JSON.stringify(version) } },
  })
  try {
    const { output } = await build.generate({
      format: 'cjs',
      codeSplitting: false,
      minify: true,
      banner: '#!/usr/bin/env node',
    })
    return output[0].code
  } finally {
    await build.close()
  }
}

/** Embeds the starter set in the bundle. */
function embedStarter(): Plugin {
  return {
    name: 'assay:embed-starter',
    load: {
      filter: { id: /\/packages\/osv\/src\/starter\.ts$/ },
      async handler() {
        const texts = await Array.fromAsync(readStarter())
        return `const texts = ${JSON.stringify(texts)}\nexport async function* readStarter() { yield* texts }`
      },
    },
  }
}

/** Atomic, since a server may read the file concurrently. */
async function replace(path: string, content: Buffer | string): Promise<void> {
  const draft = `${path}.${process.pid}`
  await writeFile(draft, content)
  await rename(draft, path)
}

if (import.meta.main) await writeBundle(fileURLToPath(new URL('../../dist', import.meta.url)))
