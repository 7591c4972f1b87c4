import { z } from 'zod'
import { rkvstFields, RkvstSettings } from '@assay/server/integrations/datatrails/settings.ts'
import { endpoints } from './endpoint.ts'
import { ValidCheck } from './integrations.ts'
import { ProblemBody } from './problem.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

const RkvstChange = z.object(rkvstFields).partial()

const RkvstCredentials = named('RkvstCredentials', {
  ...RkvstSettings.omit({ clientSecret: true }).extend({ clientId: z.string() }).shape,
  isConfigured: z.boolean(),
  isActive: z.boolean(),
  hasClientSecret: z.boolean(),
  updatedAt: EpochMs.nullable(),
})

export const sbomStates = ['queued', 'uploaded', 'published', 'withdrawn'] as const

export const RkvstSbom = named('RkvstSbom', {
  uuid: Uuid,
  /** The scan whose inventory it contains. */
  reportUuid: Uuid,
  /** State at the service. */
  state: z.enum(sbomStates),
  /** Target state, applied by a delivery. */
  wanted: z.enum(sbomStates),
  /** Id at the service: 'sboms/…', or the asset's event. */
  remoteId: z.string().nullable(),
  createdAt: EpochMs,
  updatedAt: EpochMs,
})
export type RkvstSbom = z.infer<typeof RkvstSbom>

const RkvstProject = named('RkvstProject', {
  uuid: Uuid,
  url: z.string(),
  name: z.string(),
  branches: z.array(z.object({ name: z.string(), isLinked: z.boolean() })),
})

const base = '/api/v1/integrations/rkvst/accounts/{accountUuid}'
const branch = `${base}/projects/{projectUuid}/{branch}` as const
const features = ['rkvst'] as const
const Link = z.object({ isLinked: z.boolean() })

/** SBOMs of scans in a provenance ledger: RKVST, now DataTrails. */
export const rkvst = endpoints({
  projects: {
    method: 'GET',
    path: '/api/v1/rkvst/accounts/{accountUuid}/projects',
    permission: 'projects.read',
    features,
    summary: 'Projects with their branches and whether they are linked',
    responses: { 200: z.array(RkvstProject) },
  },
  link: {
    method: 'POST',
    path: `${branch}/link`,
    permission: 'projects.edit',
    features,
    summary: 'Link a branch: the SBOM of each new scan is uploaded',
    responses: { 200: Link },
  },
  unlink: {
    method: 'POST',
    path: `${branch}/unlink`,
    permission: 'projects.edit',
    features,
    summary: 'Unlink a branch; uploaded SBOMs are kept',
    responses: { 200: Link },
  },
  publish: {
    method: 'POST',
    path: `${branch}/publish`,
    permission: 'projects.edit',
    features,
    summary: "Upload and publish the SBOM of a branch's last scan, at most once per scan",
    errors: ['notConfigured'],
    responses: { 200: RkvstSbom },
  },
  history: {
    method: 'GET',
    path: `${branch}/history`,
    permission: 'reports.read',
    features,
    summary: 'SBOMs of a branch, newest first, at most 1,000',
    responses: { 200: z.array(RkvstSbom) },
  },
  publishSbom: {
    method: 'POST',
    path: `${base}/sboms/{sbomUuid}/publish`,
    permission: 'projects.edit',
    features,
    summary: 'Publish an uploaded SBOM',
    errors: ['notConfigured'],
    responses: { 200: RkvstSbom },
  },
  withdrawSbom: {
    method: 'POST',
    path: `${base}/sboms/{sbomUuid}/withdraw`,
    permission: 'projects.edit',
    features,
    summary: 'Withdraw an SBOM',
    errors: ['notConfigured'],
    responses: { 200: RkvstSbom },
  },
  credentials: {
    method: 'GET',
    path: `${base}/credentials`,
    permission: 'configuration.read',
    features,
    summary: 'Get the credentials, without the secret',
    responses: { 200: RkvstCredentials },
  },
  saveCredentials: {
    method: 'POST',
    path: `${base}/credentials`,
    permission: 'configuration.edit',
    features,
    summary: 'Save the credentials; omitted fields keep their value',
    body: RkvstChange,
    errors: ['secretMissing'],
    responses: { 200: RkvstCredentials, 202: RkvstCredentials },
  },
  checkCredentials: {
    method: 'POST',
    path: `${base}/credentials/check`,
    permission: 'configuration.edit',
    features,
    audited: false,
    repeatable: 'it changes nothing',
    summary:
      'Test whether the service accepts the credentials; omitted fields are taken from the stored ones',
    body: RkvstChange,
    errors: ['credentialsInvalid', 'secretMissing', 'addressRefused', 'sourceFailed'],
    responses: { 200: ValidCheck, 400: ProblemBody },
  },
})
