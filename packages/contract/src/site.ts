import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { EpochMs } from './vocabulary.ts'

/** An outside service that the settings name. */
const NetworkCheck = z
  .object({
    id: z.string(),
    name: z.string(),
    /** Without credentials. */
    address: z.string(),
    /** Whether anything answered, be it with an error of its own. */
    isReachable: z.boolean(),
    /** Of its HTTP answer; null: none came, or it speaks another protocol. */
    status: z.int().nullable(),
    /** Whole milliseconds until it answered; null: it did not. */
    latencyMs: z.int().nullable(),
    /** Why it cannot be reached, for people. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'NetworkCheck' })
export type NetworkCheck = z.infer<typeof NetworkCheck>

const License = z
  .object({
    id: z.string(),
    name: z.string(),
    /** free: nothing has to be bought, activated or renewed. */
    kind: z.literal('free'),
    /** SPDX. */
    spdxId: z.string(),
    active: z.boolean(),
    /** null: it does not expire. */
    expiresAt: EpochMs.nullable(),
  })
  .meta({ id: 'ProductLicense' })

/** The services of the server that can be asked about. */
export const siteServices = ['database', 'queue', 'advisories', 'mail'] as const
export type SiteService = (typeof siteServices)[number]

const Healthy = z.object({
  service: z.enum(siteServices),
  /** off: the settings do not use it. */
  status: z.enum(['ok', 'off']),
  latencyMs: z.int(),
})
const Failing = z.object({ service: z.enum(siteServices), status: z.literal('failing'), reason: z.string() })

/** What the installation is, and whether it works. */
export const site = endpoints({
  network: {
    method: 'GET',
    path: '/admin/server/site/network',
    permission: 'configuration.read',
    summary: 'Try every outside service that the settings name, and measure how long it takes; operator only',
    errors: ['operatorOnly'],
    responses: { 200: z.array(NetworkCheck) },
  },
  health: {
    method: 'GET',
    path: '/admin/server/{service}/healthcheck',
    permission: 'account.read',
    summary: 'Whether a service of the server works: database, queue, advisories or mail',
    errors: ['notFound'],
    responses: { 200: Healthy, 503: Failing },
  },
  license: {
    method: 'GET',
    path: '/api/v1/license',
    permission: 'member',
    summary: 'The licenses of the installation: the free one',
    responses: { 200: z.array(License) },
  },
  activateLicense: {
    method: 'POST',
    path: '/api/v1/license/{license}/activate',
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'the free license is always active',
    summary: 'Activate a license; the free one is active already',
    errors: ['notFound'],
    responses: { 200: License },
  },
  releaseLicense: {
    method: 'POST',
    path: '/api/v1/license/{license}/release',
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'the free license cannot be released',
    summary: 'Release a license; the free one cannot be released',
    errors: ['notFound', 'licenseBuiltIn'],
    responses: { 200: License },
  },
})
