import type { Ecosystem } from '../ecosystems/ecosystem.ts'

/** Of the overrides of one package, that of the version in any spelling, otherwise that of all versions. */
export const overrideOf = <T extends { version: string }>(
  own: readonly T[],
  { ecosystem, version }: { ecosystem: Ecosystem; version: string },
): T | undefined =>
  own.find((each) => each.version === version) ??
  own.find((each) => ecosystem.compareVersions(each.version, version) === 0) ??
  own.find((each) => each.version === '*')
