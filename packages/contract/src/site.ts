import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { InstallationStatus } from './installation-status.ts'
import { EpochMs } from './vocabulary.ts'
import { named } from './named.ts'

/** A configured external service. */
const NetworkCheck = named('NetworkCheck', {
  id: z.string(),
  name: z.string(),
  /** Without credentials. */
  address: z.string(),
  /** Whether it responded at all, even with an error. */
  isReachable: z.boolean(),
  /** HTTP status; null without a response or for other protocols. */
  status: z.int().nullable(),
  /** Response time in milliseconds; null without a response. */
  latencyMs: z.int().nullable(),
  /** Error message for the user. */
  reason: z.string().nullable(),
})
export type NetworkCheck = z.infer<typeof NetworkCheck>

const License = named('ProductLicense', {
  id: z.string(),
  name: z.string(),
  /** free: nothing to buy, activate or renew. */
  kind: z.literal('free'),
  /** SPDX. */
  spdxId: z.string(),
  active: z.boolean(),
  /** null: does not expire. */
  expiresAt: EpochMs.nullable(),
})

/** Services that have a health check. */
export const siteServices = ['database', 'queue', 'advisories', 'mail'] as const
export type SiteService = (typeof siteServices)[number]

const Healthy = z.object({
  service: z.enum(siteServices),
  /** off: not configured. */
  status: z.enum(['ok', 'off']),
  latencyMs: z.int(),
})
const Failing = z.object({ service: z.enum(siteServices), status: z.literal('failing'), reason: z.string() })

/** Licenses and health of the installation. */
export const site = endpoints({
  network: {
    method: 'GET',
    path: '/admin/server/site/network',
    permission: 'configuration.read',
    summary: 'Check all configured external services and measure their response time; operator only',
    errors: ['operatorOnly'],
    responses: { 200: z.array(NetworkCheck) },
  },
  status: {
    method: 'GET',
    path: '/admin/server/site/status',
    permission: 'configuration.read',
    summary: 'Processes, database, events, backups and what needs attention; operator only',
    errors: ['operatorOnly'],
    responses: { 200: InstallationStatus },
  },
  health: {
    method: 'GET',
    path: '/admin/server/{service}/healthcheck',
    permission: 'account.read',
    summary: 'Health of a server component: database, queue, advisories or mail',
    errors: ['notFound'],
    responses: { 200: Healthy, 503: Failing },
  },
  license: {
    method: 'GET',
    path: '/api/v1/license',
    permission: 'member',
    summary: 'The license of the installation (free)',
    responses: { 200: z.array(License) },
  },
  activateLicense: {
    method: 'POST',
    path: '/api/v1/license/{license}/activate',
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'the free license is always active',
    summary: 'Activate a license; the free one is already active',
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
