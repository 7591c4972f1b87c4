import type { TheirLicenseGroup } from './dependency-track-objects.ts'

/** A condition in CEL, and what it is evaluated for; or why it has no counterpart. */
export type MappedCondition = { cel: string; isOfFinding: boolean } | { why: string }

/** SPDX ids of the licenses of a group, by its uuid or name. */
export const licensesOf = (groups: readonly TheirLicenseGroup[], uuidOrName: string): string[] =>
  groups
    .filter(({ uuid, name }) => uuid === uuidOrName || name === uuidOrName)
    .flatMap(({ licenses = [] }) => licenses.flatMap(({ licenseId }) => licenseId ?? []))
