import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { License } from './licenses.ts'
import { messages } from './problem.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const Overridden = {
  language: z.string(),
  name: z.string(),
  /** '*' applies to every version without its own override. */
  version: z.string(),
  createdBy: Uuid,
  createdAt: EpochMs,
}

export const LicenseOverride = named('LicenseOverride', {
  ...Overridden,
  /** An SPDX expression. */
  license: z.string(),
  licenses: z.array(License),
})
export type LicenseOverride = z.infer<typeof LicenseOverride>

export const CopyrightOverride = z
  .object({ ...Overridden, text: z.string() })
  .meta({ id: 'CopyrightOverride' })
export type CopyrightOverride = z.infer<typeof CopyrightOverride>

const required = (max: number) => z.string().trim().min(1, messages.missingParameters).max(max)

/**
 * The account's overrides of licenses and copyrights from documents and registries. The version '*' applies to every
 * version without its own override. '|' stands for '/' in a name.
 */
export const overrides = endpoints({
  licenses: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/overrides/licenses',
    permission: 'policies.read',
    summary: 'License overrides of the account',
    responses: { 200: z.array(LicenseOverride) },
  },
  copyrights: {
    method: 'GET',
    path: '/api/v1/accounts/{accountUuid}/overrides/copyrights',
    permission: 'policies.read',
    summary: 'Copyright overrides of the account',
    responses: { 200: z.array(CopyrightOverride) },
  },
  setLicense: {
    method: 'POST',
    path: '/api/v1/licenses/library/{language}/{name}/{version}',
    permission: 'configuration.edit',
    summary:
      'Override the license of one version of a package, or of all versions (*); replaces an earlier override. Branches that use it are rescanned',
    body: z.object({
      /** An SPDX expression, a common license name, or a LicenseRef. */
      license: required(1000),
    }),
    errors: ['licenseUnknown'],
    responses: { 200: LicenseOverride },
  },
  removeLicense: {
    method: 'DELETE',
    path: '/api/v1/licenses/library/{language}/{name}/{version}',
    permission: 'configuration.edit',
    summary: 'Remove a license override; branches that use the package are rescanned',
    responses: { 200: z.object({}) },
  },
  setCopyright: {
    method: 'POST',
    path: '/api/v1/licenses/library/{language}/{name}/{version}/copyright',
    permission: 'configuration.edit',
    summary: 'Override the copyright of one version of a package, or of all versions (*)',
    body: z.object({ text: required(10_000) }),
    responses: { 200: CopyrightOverride },
  },
  removeCopyright: {
    method: 'DELETE',
    path: '/api/v1/licenses/library/{language}/{name}/{version}/copyright',
    permission: 'configuration.edit',
    summary: 'Remove a copyright override',
    responses: { 200: z.object({}) },
  },
})
