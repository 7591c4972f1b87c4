import type { Ecosystem, ReleaseFit } from './ecosystem.ts'

// Modules of Enterprise Linux: several streams of a package in one release, each with versions and fixes of its own.
// https://docs.fedoraproject.org/en-US/modularity/

/** 'module_el8.5.0+2569+5c5719bc' or 'module+el8.5.0+2569+5c5719bc' in a package's release. */
const build = /module[+_]el\d.*$/

const moduleBuildOf = (version: string): string | null => build.exec(version)?.[0] ?? null

/** 'Important: nodejs:18 security update', 'Moderate: virt:rhel and virt-devel:rhel security update'. */
function streamOf({ summary, bounds }: { summary: string; bounds: readonly string[] }): string | null {
  const title = summary.replace(/^\w+: /, '').replace(/\bsecurity\b.*/, '')
  const named = [...title.matchAll(/(?<![\w:.-])([a-z][\w.-]*:[\w.-]+)(?![\w:])/gi)].map(
    ([, stream]) => stream!,
  )
  if (named.length > 0) return [...new Set(named)].sort().join(' ')
  return bounds.some((bound) => moduleBuildOf(bound) !== null) ? '*' : null
}

/** '8/nodejs:18' of release '8' and the package URL's qualifier rpmmod=nodejs:18:8090020230830153044:a75119d5. */
export function withStream(
  release: string | null,
  { rpmmod = '' }: Readonly<Record<string, string>>,
): string | null {
  const [module = '', stream = ''] = rpmmod.trim().split(':')
  return release === null || module === '' || stream === '' ? release : `${release}/${module}:${stream}`
}

/** '*' for a build of a module that is not known. */
const split = (release: string, version: string): [string, string | null] => {
  const [number = '', stream] = release.split('/')
  return [number, stream ?? (moduleBuildOf(version) === null ? null : '*')]
}

function fit(listed: string, { release, version }: { release: string; version: string }): ReleaseFit | null {
  const [number, stream] = split(release, version)
  const [listedNumber, streams] = split(listed, '')
  if (number !== listedNumber) return null
  // Without a release, the version does not tell whether it is a module's.
  if (stream === null && streams !== null && !version.includes('-')) return 'uncertain'
  if (stream === null || streams === null) return stream === streams ? 'same' : null
  if (stream === '*' || streams === '*') return 'uncertain'
  return streams.split(' ').includes(stream) ? 'same' : null
}

/** For Ecosystem.release. */
export const moduleStreams = { streamOf, moduleBuildOf, fit } satisfies Partial<Ecosystem['release']>
