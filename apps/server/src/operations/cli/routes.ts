import { CliRelease } from '@assay/contract/cli.ts'
import { contract } from '@assay/contract/contract.ts'
import { readFile } from 'node:fs/promises'
import type { AppContext } from '#context.ts'
import { registerRoutes } from '#auth/router/register-routes.ts'
import { throwNotFound } from '#platform/http/problem.ts'

/** Written by `npm run build`. */
const built = new URL('../../../../cli/dist/', import.meta.url)

/** Serves the CLI for download by users and CI pipelines. */
export function cliRoutes({ routes }: Pick<AppContext, 'routes'>): void {
  registerRoutes(routes, contract.cli, {
    release: readRelease,
    async download({ reply }) {
      reply.header('content-disposition', 'attachment; filename="assay.cjs"')
      return readBuilt('assay.cjs')
    },
    update: readUpdate,
    startUpdate: readUpdate,
  })
}

async function readRelease(): Promise<CliRelease> {
  const metadata = JSON.parse(new TextDecoder().decode(await readBuilt('cli.json'))) as object
  return CliRelease.parse({ ...metadata, url: contract.cli.download.path })
}

async function readUpdate() {
  const { version, url } = await readRelease()
  return { version, isCurrent: true as const, download: url }
}

const readBuilt = (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  readFile(new URL(name, built)).then(
    (bytes) => new Uint8Array(bytes),
    (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? throwNotFound('built command line') : Promise.reject(error),
  )
