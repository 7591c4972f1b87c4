import { compareNumbers, maxVersionLength } from '../numbers.ts'
import { comparePrereleases, type Semver } from '../semver.ts'

// https://learn.microsoft.com/nuget/concepts/package-versioning: SemVer 2.0.0 with an optional fourth
// number, case-insensitive.

const pattern = /^\s*v?(\d+(?:\.\d+){0,3})(?:-([\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z.+-]*)?\s*$/

export function readNuget(text: string): Semver | null {
  if (text.length > maxVersionLength) return null
  const match = pattern.exec(text.toLowerCase())
  return match && { numbers: match[1]!.split('.'), prerelease: match[2]?.split('.') ?? [] }
}

export const compareNuget = (a: Semver, b: Semver): number =>
  compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease)
