import { z } from 'zod'
import {
  IssueTypeId,
  jiraFields,
  JiraSettings,
  ProjectKey,
} from '@assay/server/integrations/jira/settings.ts'
import { endpoints } from './endpoint.ts'
import { ValidCheck } from './integrations.ts'
import { ProblemBody } from './problem.ts'
import { EpochMs, Uuid } from './vocabulary.ts'
import { named } from './named.ts'

/** Omitted secrets keep their value. */
const JiraChange = z.object(jiraFields).partial()

const JiraConfig = named('JiraConfig', {
  ...JiraSettings.omit({ apiToken: true, webhookSecret: true }).extend({ url: z.string() }).shape,
  isConfigured: z.boolean(),
  isActive: z.boolean(),
  hasApiToken: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** The URL for Jira's webhook. */
  webhookUrl: z.string(),
  updatedAt: EpochMs.nullable(),
})

/** The project's own value; empty inherits the account's. */
export const JiraProjectSettings = z.object({
  jiraProject: ProjectKey.default(''),
  issueTypeId: IssueTypeId.default(''),
  /** false: no issues are created automatically. */
  createsByRule: z.boolean().default(true),
  /** Further fields by id, in Jira's format, for those that new issues or transitions require. */
  fields: z
    .record(z.string().regex(/^[\w.-]{1,100}$/), z.unknown())
    .refine((fields) => JSON.stringify(fields).length <= 20_000, 'The fields are too large')
    .default({}),
})
export type JiraProjectSettings = z.output<typeof JiraProjectSettings>

const JiraProjectConfig = JiraProjectSettings.extend({
  /** Whether issues can be created: Jira is set up and turned on. */
  isActive: z.boolean(),
  /** Effective configuration of the project. */
  effective: z.object({ jiraProject: z.string(), issueTypeId: z.string() }),
}).meta({ id: 'JiraProjectConfig' })

const JiraIssueMeta = named('JiraIssueMeta', {
  issueTypes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      fields: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          isRequired: z.boolean(),
          /** transition: only required to close or reopen an issue, as seen on recent ones. */
          neededFor: z.enum(['create', 'transition']),
          /** Allowed values, if Jira lists them. */
          allowedValues: z.array(z.object({ id: z.string(), name: z.string() })),
        }),
      ),
    }),
  ),
})

/** creating: queued, not yet created in Jira. */
export const JiraIssue = named('JiraIssue', {
  uuid: Uuid,
  state: z.enum(['creating', 'open', 'done']),
  /** 'ABC-12'; null until created. */
  key: z.string().nullable(),
  url: z.string().nullable(),
  title: z.string(),
  /** Name of the status in Jira. */
  status: z.string().nullable(),
  branch: z.string(),
  ecosystem: z.string(),
  packageName: z.string(),
  /** null: all vulnerabilities of the package. */
  advisoryUuid: Uuid.nullable(),
  /** Vulnerabilities that are still open. */
  openCount: z.int(),
  createdAt: EpochMs,
})
export type JiraIssue = z.infer<typeof JiraIssue>

const base = '/api/v1/integrations/jira/accounts/{accountUuid}'
const features = ['jira'] as const

/** Jira issues for upgrades or findings, never two for the same one. */
export const jira = endpoints({
  config: {
    method: 'GET',
    path: `${base}/config`,
    permission: 'configuration.read',
    features,
    summary: 'Get the configuration, without secrets',
    responses: { 200: JiraConfig },
  },
  saveConfig: {
    method: 'POST',
    path: `${base}/config`,
    permission: 'configuration.edit',
    features,
    summary: 'Save the configuration; omitted fields keep their value',
    body: JiraChange,
    errors: ['secretMissing'],
    responses: { 200: JiraConfig, 202: JiraConfig },
  },
  checkConfig: {
    method: 'POST',
    path: `${base}/config/check`,
    permission: 'configuration.edit',
    features,
    audited: false,
    repeatable: 'it changes nothing',
    summary:
      'Test whether Jira accepts the credentials; omitted fields are taken from the stored configuration',
    body: JiraChange,
    errors: ['credentialsInvalid', 'secretMissing', 'addressRefused', 'sourceFailed'],
    responses: { 200: ValidCheck, 400: ProblemBody },
  },
  projectConfig: {
    method: 'GET',
    path: `${base}/projects/{projectUuid}/config`,
    permission: 'projects.read',
    features,
    summary: "Get the project's own configuration",
    responses: { 200: JiraProjectConfig },
  },
  saveProjectConfig: {
    method: 'POST',
    path: `${base}/projects/{projectUuid}/config`,
    permission: 'projects.edit',
    features,
    summary: "Save the project's own configuration; omitted fields inherit the account's",
    body: JiraProjectSettings,
    responses: { 200: JiraProjectConfig, 202: JiraProjectConfig },
  },
  jiraProjects: {
    method: 'GET',
    path: `${base}/jiraprojects`,
    permission: 'configuration.read',
    features,
    summary: 'Jira projects visible to the configured credentials; none if not set up',
    query: z.object({ q: z.string().trim().max(200).default('') }),
    errors: ['addressRefused', 'sourceFailed', 'integrationFailed'],
    responses: { 200: z.array(z.object({ id: z.string(), key: z.string(), name: z.string() })) },
  },
  issueMeta: {
    method: 'GET',
    path: `${base}/jiraprojects/{key}/issues/meta`,
    permission: 'configuration.read',
    features,
    summary: 'Issue types of a Jira project, with their required fields',
    errors: ['notConfigured', 'addressRefused', 'sourceFailed', 'integrationFailed'],
    responses: { 200: JiraIssueMeta },
  },
  issues: {
    method: 'GET',
    path: `${base}/projects/{projectUuid}/issues`,
    permission: 'reports.read',
    features,
    summary: 'Issues of a project, newest first, at most 1,000',
    responses: { 200: z.array(JiraIssue) },
  },
  createIssue: {
    method: 'POST',
    path: `${base}/projects/{projectUuid}/issues`,
    permission: 'reports.edit',
    features,
    summary: 'Create the issue for an upgrade or a vulnerability; 200 with the existing one, if any',
    body: z.object({
      branch: z.string().trim().min(1).max(250).optional(),
      ecosystem: z.string().trim().min(1).max(50),
      packageName: z.string().trim().min(1).max(500),
      advisoryUuid: Uuid.optional(),
    }),
    errors: ['notConfigured'],
    responses: { 200: JiraIssue, 201: JiraIssue },
  },
  webhook: {
    method: 'POST',
    path: `${base}/webhook`,
    permission: 'public',
    audited: false,
    repeatable: "the issue's state is read from Jira",
    keepsBody: true,
    summary: "Receive Jira's webhook, signed with its secret (X-Hub-Signature)",
    body: z.object({
      webhookEvent: z.string().max(200).optional(),
      issue: z.object({ key: z.string().max(100) }).optional(),
    }),
    errors: ['notFound'],
    responses: { 200: z.object({}) },
  },
})
