import { z } from 'zod'
import { endpoints, mediaTypes } from './endpoint.ts'
import { Filters } from './filters.ts'
import { Copyright, License } from './licenses.ts'
import { Advice, AdviceType } from './report.ts'
import { Flag, WireSeverity } from './vocabulary.ts'
import { named } from './named.ts'

/** Header of a list of advices with the doubt of its entries, also if it is empty. */
export const doubtHeader = 'assay-doubt'

/** Why the advisory data does not show that nothing else affects the version; null if it is complete and current. */
const Doubt = z.string().nullable()

/** An advice for one version, without a project. */
export const ComponentAdvice = Advice.omit({
  evidence: true,
  introducedAt: true,
  vex: true,
  exclusions: true,
})
  .extend({ active: z.boolean() })
  .meta({ id: 'ComponentAdvice' })

/** An empty body, which is no JSON, says that nothing is known. */
const CopyrightOrNothing = z
  .union([Copyright, z.literal('')])
  .register(mediaTypes, { mediaType: 'application/json', alternatives: ['text/plain'] })

/** Languages are wire names ('nodejs') or ecosystem names ('npm'). '|' stands for '/' in a name. */
export const components = endpoints({
  advices: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}',
    permission: 'member',
    summary:
      'Advisories that affect one version of a package; empty if none is known. If the advisory data is missing or old, the header Assay-Doubt and `doubt` say so',
    query: z.object({
      severity: WireSeverity.optional(),
      cve: z.string().trim().max(100).optional(),
      type: AdviceType.optional(),
      active: Flag.optional(),
      filters: Filters,
    }),
    responses: { 200: z.array(ComponentAdvice.extend({ doubt: Doubt }).meta({ id: 'VersionAdvice' })) },
  },
  next: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}/next',
    permission: 'member',
    summary:
      'The newest patch, minor and major release without known advisories; if releases are unknown, selected from the fixed versions of advisories. `doubt` says if the advisory data is missing or old',
    responses: {
      200: named('NextVersions', {
        latestPatch: z.string().nullable(),
        latestMinor: z.string().nullable(),
        latestMajor: z.string().nullable(),
        doubt: Doubt,
      }),
    },
  },
  registryWebUrl: {
    method: 'GET',
    path: '/api/v1/components/{language}/{name}/{version}/registryWebUrl',
    permission: 'member',
    summary: 'The web page of a version in its registry; null if there is none',
    responses: { 200: z.object({ url: z.string().nullable() }) },
  },
  licenses: {
    method: 'GET',
    path: '/api/v1/licenses/library/{language}/{name}/{version}',
    permission: 'reports.read',
    summary:
      'Licenses of one version of a package: from an override, visible inventories or the registry, in this order. Empty if it has none, or nothing is known of it',
    responses: { 200: z.array(License) },
  },
  copyright: {
    method: 'GET',
    path: '/api/v1/licenses/library/{language}/{name}/{version}/copyright',
    permission: 'reports.read',
    summary:
      'Copyright of one version of a package: from an override, visible inventories or the registry, in this order. An empty body if unknown',
    responses: { 200: CopyrightOrNothing },
  },
  findLicenses: {
    method: 'GET',
    path: '/api/v1/licenses',
    permission: 'member',
    summary: 'Search SPDX licenses by id or name; at most 100 results',
    query: z.object({ query: z.string().trim().max(200).default('') }),
    responses: { 200: z.array(License) },
  },
})
