import type { OsvDocument } from '@assay/engine/advisories/reference-matcher.ts'

export type Random = (below: number) => number

/** A deterministic random generator: https://en.wikipedia.org/wiki/Xorshift */
export function randomOf(seed: number): Random {
  let state = seed || 1
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

/** All versions in an affected entry: bounds of its ranges, and listed versions. */
export function versionsOf(affected: NonNullable<OsvDocument['affected']>[number]): string[] {
  const events = (affected.ranges ?? []).flatMap((range) => range?.events ?? [])
  const bounds = events.flatMap((event) => Object.values(event as Record<string, unknown>))
  return [...bounds, ...(affected.versions ?? [])].filter((version) => typeof version === 'string')
}

/** A boundary, a version next to one, or any version of the ecosystem. */
export function drawVersion(own: readonly string[], all: readonly string[], random: Random): string {
  const pool = own.length === 0 || random(8) === 0 ? all : own
  const version = pool[random(pool.length)] ?? '1.0'
  return random(3) === 0 ? version : neighborOf(version, random)
}

const suffixes = [
  '.0',
  '.1',
  '-0',
  '-1',
  '-r1',
  '~1',
  '~rc1',
  '-rc.1',
  'rc1',
  '-alpha',
  'a',
  '+1',
  '+cu117',
  '.post1',
  '_p1',
]

/** A version just above or below: last number ±1, with a suffix, or without the last part. */
function neighborOf(version: string, random: Random): string {
  const way = random(4)
  if (way === 0) return version + suffixes[random(suffixes.length)]!
  if (way === 1) return version.replace(/[^\dA-Za-z][\dA-Za-z]*$/, '')
  const step = way === 2 ? 1n : -1n
  return version.replace(/\d+(?=\D*$)/, (digits) => {
    const next = BigInt(digits) + step
    return next < 0n ? '0' : String(next)
  })
}
