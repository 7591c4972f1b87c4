import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Advice } from './reports.ts'

/** A license of the SPDX list, or one that an inventory names. */
export const License = z.object({ id: z.string(), name: z.string(), uri: z.string() }).meta({ id: 'License' })

/** An advice of one version, without a place in a project. */
const ComponentAdvice = Advice.omit({ evidence: true, introducedAt: true, vex: true, exclusions: true })
  .extend({ active: z.boolean() })
  .meta({ id: 'ComponentAdvice' })

/** A language is the wire's ('nodejs') or an ecosystem's name ('npm'); '/' in a name arrives as '|'. */
export const components = endpoints({
  advices: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}',
    permission: 'member',
    summary: 'What advisories say of one version of a package; empty when nothing is known against it',
    responses: { 200: z.array(ComponentAdvice) },
  },
  next: {
    method: 'GET',
    path: '/api/v1/dependency/{language}/{name}/{version}/next',
    permission: 'member',
    summary: 'The newest safe version within each step, of those that advisories name as fixed',
    responses: {
      200: z
        .object({
          latestPatch: z.string().nullable(),
          latestMinor: z.string().nullable(),
          latestMajor: z.string().nullable(),
        })
        .meta({ id: 'NextVersions' }),
    },
  },
  registryWebUrl: {
    method: 'GET',
    path: '/api/v1/components/{language}/{name}/{version}/registryWebUrl',
    permission: 'member',
    summary: "The version's page for people; null when its registry has none",
    responses: { 200: z.object({ url: z.string().nullable() }) },
  },
  licenses: {
    method: 'GET',
    path: '/api/v1/licenses/library/{language}/{name}/{version}',
    permission: 'reports.read',
    summary: 'Licenses that the inventories in reach declare for one version of a package',
    responses: { 200: z.array(License) },
  },
  findLicenses: {
    method: 'GET',
    path: '/api/v1/licenses',
    permission: 'member',
    summary: 'Licenses of the SPDX list whose id or name holds the text, at most 100',
    query: z.object({ query: z.string().trim().max(200).default('') }),
    responses: { 200: z.array(License) },
  },
})
