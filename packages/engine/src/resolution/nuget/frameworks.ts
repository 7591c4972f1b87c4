/** A target framework of .NET: https://learn.microsoft.com/dotnet/standard/frameworks */
export interface Framework {
  family: 'net' | 'netcoreapp' | 'netstandard' | 'netframework' | 'any' | 'other'
  version: number
  /** 'windows' of net8.0-windows10.0; '' if it runs anywhere. */
  platform: string
}

const longNames = new Map<string, Framework['family']>([
  ['.netframework', 'netframework'],
  ['.netstandard', 'netstandard'],
  ['.netcoreapp', 'netcoreapp'],
])

/** 4.6.1 is 4.061, so that it is between 4.6 and 4.7. */
function numberOf(text: string): number {
  const [major = '0', minor = '0', patch = '0'] = text.split('.')
  return Number(major) + Number(minor) / 10 + Number(patch) / 100
}

/** 'net8.0-windows', 'netstandard2.0', 'net472', '.NETFramework4.7.2', '.NETStandard,Version=v2.0'. */
export function parseFramework(text: string): Framework {
  const name = text.trim().toLowerCase()
  if (name === '' || name === 'any' || name === 'dotnet') return { family: 'any', version: 0, platform: '' }
  const [, long = '', itsVersion = ''] =
    /^(\.net(?:framework|standard|coreapp))(?:,version=v?)?(\d+(?:\.\d+)*)(?:,.*)?$/.exec(name) ?? []
  if (long !== '')
    return modern({ family: longNames.get(long)!, version: numberOf(itsVersion), platform: '' })
  const [, short = '', version = '', platform = ''] =
    /^(netstandard|netcoreapp|net)(\d+(?:\.\d+)*)(?:-([a-z]+)[\d.]*)?$/.exec(name) ?? []
  if (short === '') return { family: 'other', version: 0, platform: '' }
  // 'net472' and 'net48' have no points; 'net5.0' has.
  if (short === 'net' && !version.includes('.'))
    return { family: 'netframework', version: numberOf(version.split('').join('.')), platform: '' }
  const family = short as 'net' | 'netcoreapp' | 'netstandard'
  if (family === 'net' && numberOf(version) < 5)
    return { family: 'netframework', version: numberOf(version), platform: '' }
  return { family, version: numberOf(version), platform }
}

/** .NET 5 and later is the continuation of .NET Core. */
const modern = (framework: Framework): Framework =>
  framework.family === 'netcoreapp' && framework.version >= 5 ? { ...framework, family: 'net' } : framework

/** The newest .NET Standard that a framework implements: https://learn.microsoft.com/dotnet/standard/net-standard */
function standardOf({ family, version }: Framework): number {
  if (family === 'net') return 2.1
  if (family === 'netstandard') return version
  if (family === 'netcoreapp') return version >= 3 ? 2.1 : version >= 2 ? 2 : 1.6
  return version >= 4.61 ? 2 : version >= 4.6 ? 1.3 : version >= 4.5 ? 1.1 : 0
}

/** How near a framework that a package supports is to that of the project; null if it cannot be used. */
function nearness(project: Framework, candidate: Framework): number | null {
  if (candidate.family === 'any') return 0
  if (candidate.platform !== '' && candidate.platform !== project.platform) return null
  const own = candidate.platform === '' ? 0 : 0.5
  if (candidate.family === project.family)
    return candidate.version <= project.version ? 4000 + candidate.version + own : null
  if (candidate.family === 'netcoreapp' && project.family === 'net') return 3000 + candidate.version
  if (candidate.family === 'netstandard')
    return candidate.version <= standardOf(project) ? 2000 + candidate.version : null
  // Packages of .NET Framework are used, with a warning, if there is nothing else.
  const isFallback = project.family === 'net' || (project.family === 'netcoreapp' && project.version >= 2)
  return isFallback && candidate.family === 'netframework' && candidate.version >= 4.61
    ? -1000 + candidate.version
    : null
}

/** The index of the framework that NuGet uses for a project; null if none can be used. */
export function nearestFramework(project: Framework, candidates: readonly Framework[]): number | null {
  let best: { at: number; rating: number } | null = null
  for (const [at, candidate] of candidates.entries()) {
    const rating = nearness(project, candidate)
    if (rating !== null && (best === null || rating > best.rating)) best = { at, rating }
  }
  return best && best.at
}
