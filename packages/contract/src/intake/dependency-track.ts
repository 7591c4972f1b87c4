import { z } from 'zod'
import { type Endpoint, endpointsForOthers, noContent } from '../endpoint.ts'
import { Bom, CyclonedxVex } from '../inventory-documents.ts'
import { Uuid } from '../vocabulary.ts'
import { analysisCalls } from './dependency-track-audit.ts'
import { numberCalls } from './dependency-track-metrics.ts'
import { portfolioCalls } from './dependency-track-portfolio.ts'
import { versionCalls } from './dependency-track-versions.ts'
import {
  BomInput,
  NotificationInput,
  pageQuery,
  ProjectInput,
  queryFlag,
  VexInput,
} from './dependency-track-inputs.ts'
import {
  Component,
  Finding,
  FindingExport,
  Project,
  Team,
  Version,
  Violation,
} from './dependency-track-objects.ts'

// The calls of Dependency-Track's clients. They are not part of our own contract: neither the SDK nor the OpenAPI
// document has them, since clients of theirs exist already. {branchUuid} is what they call a project's uuid.

/** Base64 of the largest document, with some room. */
const maxDocumentBodyBytes = 32 * 1024 * 1024

const ofProject = z.object({ ...pageQuery })
/** An inventory, a disclosure report, or both. */
const ExportedBom = Bom.partial({ dependencies: true, compositions: true }).extend({
  $schema: z.string().optional(),
  vulnerabilities: CyclonedxVex.shape.vulnerabilities.optional(),
})

const token = {
  responses: { 200: z.object({ processing: z.boolean() }) },
  permission: 'reports.read',
} as const
const uploaded = z.object({ token: Uuid, projectUuid: Uuid })
const uploadErrors = [
  'unreadableDocument',
  'bodyMissing',
  'invalidForm',
  'notFound',
  'loginRequired',
  'tooLarge',
] as const

const group = {
  version: {
    method: 'GET',
    path: '/api/version',
    permission: 'public',
    ignoresLogin: true,
    summary: 'The version whose calls are answered',
    responses: { 200: Version },
  },
  teamSelf: {
    method: 'GET',
    path: '/api/v1/team/self',
    permission: 'member',
    summary: "The API key's team with its permissions",
    responses: { 200: Team },
  },
  putBom: {
    method: 'PUT',
    path: '/api/v1/bom',
    permission: 'reports.edit',
    summary: 'Upload a BOM',
    body: BomInput,
    errors: uploadErrors,
    responses: { 200: uploaded },
  },
  postBom: {
    method: 'POST',
    path: '/api/v1/bom',
    permission: 'reports.edit',
    summary: 'Upload a BOM',
    body: BomInput,
    errors: uploadErrors,
    responses: { 200: uploaded },
  },
  notification: {
    method: 'POST',
    path: '/api/v1/dependency-track/notifications',
    permission: 'reports.edit',
    summary: 'Receive a notification of a running Dependency-Track: a BOM to scan, or what it finds',
    body: NotificationInput,
    errors: uploadErrors,
    responses: { 200: uploaded, 202: z.object({ findings: z.int() }) },
  },
  bomToken: {
    method: 'GET',
    path: '/api/v1/bom/token/{token}',
    summary: 'Whether an upload is still being processed',
    ...token,
  },
  eventToken: {
    method: 'GET',
    path: '/api/v1/event/token/{token}',
    summary: 'Whether an upload is still being processed',
    ...token,
  },
  exportBom: {
    method: 'GET',
    path: '/api/v1/bom/cyclonedx/project/{branchUuid}',
    permission: 'reports.read',
    summary: 'The last inventory of a version as CycloneDX',
    query: z.object({
      format: z.string().max(20).optional(),
      variant: z.enum(['inventory', 'withVulnerabilities', 'vdr']).default('inventory'),
      version: z.string().max(10).optional(),
      download: queryFlag,
    }),
    errors: ['conflict'],
    responses: { 200: ExportedBom },
  },
  putVex: {
    method: 'PUT',
    path: '/api/v1/vex',
    permission: 'policies.create',
    summary: 'Upload a VEX document',
    body: VexInput,
    errors: uploadErrors,
    responses: { 200: z.object({ token: Uuid }) },
  },
  postVex: {
    method: 'POST',
    path: '/api/v1/vex',
    permission: 'policies.create',
    summary: 'Upload a VEX document',
    body: VexInput,
    errors: uploadErrors,
    responses: { 200: z.object({ token: Uuid }) },
  },
  exportVex: {
    method: 'GET',
    path: '/api/v1/vex/cyclonedx/project/{branchUuid}',
    permission: 'reports.read',
    summary: 'Statements about the findings of a version as CycloneDX',
    query: z.object({ download: queryFlag, version: z.string().max(10).optional() }),
    errors: ['conflict'],
    responses: { 200: CyclonedxVex },
  },
  projects: {
    method: 'GET',
    path: '/api/v1/project',
    permission: 'projects.read',
    summary: 'Versions of projects, in pages',
    query: z.object({
      ...pageQuery,
      name: z.string().max(255).optional(),
      excludeInactive: queryFlag,
      onlyRoot: queryFlag,
    }),
    responses: { 200: z.array(Project) },
  },
  conciseProjects: {
    method: 'GET',
    path: '/api/v1/project/concise',
    permission: 'projects.read',
    summary: 'Versions of projects, in pages',
    query: z.object({
      ...pageQuery,
      name: z.string().max(255).optional(),
      version: z.string().max(255).optional(),
      tag: z.string().max(255).optional(),
      active: queryFlag,
      onlyRoot: queryFlag,
      includeMetrics: queryFlag,
    }),
    responses: { 200: z.array(Project) },
  },
  lookup: {
    method: 'GET',
    path: '/api/v1/project/lookup',
    permission: 'projects.read',
    summary: 'A version of a project by its name',
    query: z.object({ name: z.string().max(255), version: z.string().max(255).default('') }),
    responses: { 200: Project },
  },
  latest: {
    method: 'GET',
    path: '/api/v1/project/latest/{name}',
    permission: 'projects.read',
    summary: 'The latest version of a project',
    responses: { 200: Project },
  },
  taggedProjects: {
    method: 'GET',
    path: '/api/v1/project/tag/{tagName}',
    permission: 'projects.read',
    summary: 'Versions of projects with a tag',
    query: z.object({ ...pageQuery, excludeInactive: queryFlag, onlyRoot: queryFlag }),
    responses: { 200: z.array(Project) },
  },
  project: {
    method: 'GET',
    path: '/api/v1/project/{branchUuid}',
    permission: 'projects.read',
    summary: 'A version of a project',
    responses: { 200: Project },
  },
  children: {
    method: 'GET',
    path: '/api/v1/project/{branchUuid}/children',
    permission: 'projects.read',
    summary: 'The children of a project',
    query: z.object({ ...pageQuery, excludeInactive: queryFlag }),
    responses: { 200: z.array(Project) },
  },
  createProject: {
    method: 'PUT',
    path: '/api/v1/project',
    permission: 'projects.edit',
    summary: 'Create a version of a project',
    body: ProjectInput,
    errors: ['alreadyExists', 'notFound'],
    responses: { 201: Project },
  },
  updateProject: {
    method: 'POST',
    path: '/api/v1/project',
    permission: 'projects.edit',
    repeatable: 'the given values are set',
    summary: 'Change a version of a project',
    body: ProjectInput,
    errors: ['notFound'],
    responses: { 200: Project },
  },
  patchProject: {
    method: 'PATCH',
    path: '/api/v1/project/{branchUuid}',
    permission: 'projects.edit',
    summary: 'Change some fields of a version of a project',
    body: ProjectInput,
    responses: { 200: Project },
  },
  removeProject: {
    method: 'DELETE',
    path: '/api/v1/project/{branchUuid}',
    permission: 'projects.delete',
    summary: 'Delete a version of a project, and with the last one the project',
    errors: ['onHold'],
    responses: { 204: noContent },
  },
  removeProjects: {
    method: 'POST',
    path: '/api/v1/project/batchDelete',
    permission: 'projects.delete',
    repeatable: 'deleted versions stay deleted',
    summary: 'Delete versions of projects',
    body: z.array(Uuid).min(1).max(1000),
    errors: ['notFound', 'onHold'],
    responses: { 204: noContent },
  },
  findings: {
    method: 'GET',
    path: '/api/v1/finding/project/{branchUuid}',
    permission: 'reports.read',
    summary: 'Findings of a version',
    query: ofProject.extend({ suppressed: queryFlag, source: z.string().max(50).optional() }),
    errors: ['conflict'],
    responses: { 200: z.array(Finding) },
  },
  exportFindings: {
    method: 'GET',
    path: '/api/v1/finding/project/{branchUuid}/export',
    permission: 'reports.read',
    summary: 'Findings of a version in the finding packaging format',
    errors: ['conflict'],
    responses: { 200: FindingExport },
  },
  violations: {
    method: 'GET',
    path: '/api/v1/violation/project/{branchUuid}',
    permission: 'reports.read',
    summary: 'Policy violations of a version',
    query: ofProject.extend({ suppressed: queryFlag }),
    errors: ['conflict'],
    responses: { 200: z.array(Violation) },
  },
  components: {
    method: 'GET',
    path: '/api/v1/component/project/{branchUuid}',
    permission: 'reports.read',
    summary: 'Components of a version',
    query: ofProject,
    errors: ['conflict'],
    responses: { 200: z.array(Component) },
  },
  tags: {
    method: 'GET',
    path: '/api/v1/tag',
    permission: 'tags.read',
    summary: 'Tags with the number of their projects',
    query: z.object({ ...pageQuery }),
    responses: { 200: z.array(z.object({ name: z.string(), projectCount: z.int() })) },
  },
  ...numberCalls,
  ...analysisCalls,
  ...portfolioCalls,
  ...versionCalls,
} as const satisfies Record<string, Endpoint>

/** Some clients send the document as a text field. */
const formLimits = { files: 4, fieldSize: maxDocumentBodyBytes }

const uploads: readonly unknown[] = [BomInput, VexInput, NotificationInput]

function forClients<const G extends Record<string, Endpoint>>(calls: G): G {
  const entries = Object.entries(calls).map(([name, call]) => {
    const isUpload = uploads.some((body) => body === call.body)
    const limits = isUpload ? { maxBodyBytes: maxDocumentBodyBytes, formLimits } : {}
    return [name, { ...call, acceptsApiKey: true, ...limits }]
  })
  return endpointsForOthers(Object.fromEntries(entries) as G)
}

export const dependencyTrack = forClients(group)
