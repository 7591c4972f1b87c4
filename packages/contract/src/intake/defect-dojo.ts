import { z } from 'zod'
import { type Endpoint, endpointsForOthers } from '../endpoint.ts'
import {
  DojoFindingsQuery,
  EngagementChange,
  EngagementInput,
  EngagementQuery,
  NameQuery,
  ProductInput,
  ProductTypeInput,
  ScanInput,
  TestInput,
  TestQuery,
  TokenInput,
} from './defect-dojo-inputs.ts'

// The calls of DefectDojo's clients that upload scans: https://docs.defectdojo.com/. Like those of Dependency-Track,
// neither the SDK nor the OpenAPI document has them. Ids are numbers there; a product is a project here, an engagement
// a branch, and a test one of the documents of its scans.

const Id = z.int()
const Names = z.array(z.string())
/** Of what there is nothing here. */
const None = z.array(z.never())
const Day = z.iso.date()
const Time = z.iso.datetime()

const Numbers = z.object({
  active: z.int(),
  verified: z.int(),
  duplicate: z.int(),
  false_p: z.int(),
  out_of_scope: z.int(),
  is_mitigated: z.int(),
  risk_accepted: z.int(),
  total: z.int(),
})
export type DojoNumbers = z.infer<typeof Numbers>

const ProductType = z.object({ id: Id, name: z.string() })
const TestType = z.object({
  ...ProductType.shape,
  static_tool: z.literal(true),
  dynamic_tool: z.literal(false),
  active: z.literal(true),
})
const Product = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  prod_type: Id,
  tags: Names,
  created: Time,
})
export type Product = z.infer<typeof Product>
const Engagement = z.object({
  id: Id,
  name: z.string(),
  product: Id,
  branch_tag: z.string(),
  status: z.literal('In Progress'),
  engagement_type: z.literal('CI/CD'),
  active: z.literal(true),
  target_start: Day,
  created: Time,
  tags: None,
})
export type Engagement = z.infer<typeof Engagement>
const Test = z.object({
  id: Id,
  title: z.string(),
  engagement: Id,
  scan_type: z.string(),
  test_type: Id,
  test_type_name: z.string(),
  tags: None,
})
export type Test = z.infer<typeof Test>

export const dojoSeverities = ['Critical', 'High', 'Medium', 'Low', 'Info'] as const
export type DojoSeverity = (typeof dojoSeverities)[number]

const Finding = z.object({
  id: Id,
  /** null if its package is in no report that a client of DefectDojo has sent. */
  test: Id.nullable(),
  found_by: z.array(Id),
  title: z.string(),
  description: z.string(),
  severity: z.enum(dojoSeverities),
  numerical_severity: z.string(),
  date: Day.nullable(),
  created: Time.nullable(),
  /** Days. */
  age: z.int().nullable(),
  publish_date: Day.nullable(),
  component_name: z.string(),
  component_version: z.string(),
  vulnerability_ids: z.array(z.object({ vulnerability_id: z.string() })),
  vuln_id_from_tool: z.string(),
  unique_id_from_tool: z.string(),
  cwe: z.int().nullable(),
  cvssv3_score: z.number().nullable(),
  epss_score: z.number().nullable(),
  known_exploited: z.boolean(),
  fix_available: z.boolean(),
  fix_version: z.string().nullable(),
  mitigation: z.string().nullable(),
  file_path: z.string().nullable(),
  active: z.boolean(),
  verified: z.boolean(),
  false_p: z.boolean(),
  duplicate: z.literal(false),
  out_of_scope: z.literal(false),
  risk_accepted: z.boolean(),
  under_review: z.boolean(),
  is_mitigated: z.boolean(),
  mitigated: Time.nullable(),
  display_status: z.string(),
  static_finding: z.literal(true),
  dynamic_finding: z.literal(false),
  tags: None,
  notes: None,
  files: None,
  endpoints: None,
  accepted_risks: None,
  finding_groups: None,
})
export type DojoFinding = z.infer<typeof Finding>

const UserProfile = z.object({
  user: z.object({
    id: Id,
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_active: z.literal(true),
    is_superuser: z.boolean(),
  }),
  user_contact_info: z.null(),
  global_role: z.null(),
  dojo_group_member: None,
  product_type_member: None,
  product_member: None,
})

/** Documents as text. */
const maxDocumentBodyBytes = 32 * 1024 * 1024

/** Of the findings of the test, by severity in lower case, and in total. */
const Statistics = z.object({ after: z.record(z.string(), Numbers) })

const ImportedScan = z.object({
  scan_type: z.string(),
  product_name: z.string(),
  engagement_name: z.string(),
  test: Id,
  test_id: Id,
  engagement_id: Id,
  product_id: Id,
  product_type_id: Id,
  /** Absent while the scan has not ended. */
  statistics: Statistics.optional(),
})
export type ImportedScan = z.infer<typeof ImportedScan>

const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

const upload = {
  method: 'POST',
  permission: 'reports.edit',
  body: ScanInput,
  maxBodyBytes: maxDocumentBodyBytes,
  // Some clients send the document as a text field.
  formLimits: { files: 4, fieldSize: maxDocumentBodyBytes },
  errors: ['unreadableDocument', 'bodyMissing', 'invalidForm', 'notFound', 'tooLarge'],
  responses: { 201: ImportedScan },
} as const
const create = { method: 'POST', permission: 'reports.edit', errors: ['notFound'] } as const
const read = { method: 'GET', permission: 'projects.read' } as const
const readFindings = { method: 'GET', permission: 'insights.read' } as const

/** What has no counterpart here, but is read by clients on the way to what has. */
const emptyList = (name: string) =>
  ({
    ...read,
    path: `/api/v2/${name}/`,
    summary: 'An empty list: there are none here',
    query: NameQuery,
    responses: { 200: pageOf(z.never()) },
  }) as const

const group = {
  importScan: { ...upload, path: '/api/v2/import-scan/', summary: 'Upload the report of a scanner' },
  reimportScan: {
    ...upload,
    path: '/api/v2/reimport-scan/',
    summary: 'Upload the report of a scanner again, in place of the last one of its test',
  },
  apiTokenAuth: {
    method: 'POST',
    path: '/api/v2/api-token-auth/',
    permission: 'public',
    acceptsOtherSites: 'It answers with a token that the other site cannot read, and sets no cookie',
    summary: 'A token for a password, for a quarter of an hour; members with a second factor are refused',
    body: TokenInput,
    errors: ['wrongCredentials', 'memberInactive', 'tooManyAttempts'],
    responses: { 200: z.object({ token: z.string() }) },
  },
  userProfile: {
    method: 'GET',
    path: '/api/v2/user_profile/',
    permission: 'member',
    summary: 'The member whose token it is',
    responses: { 200: UserProfile },
  },
  findings: {
    ...readFindings,
    path: '/api/v2/findings/',
    summary: 'Findings of all branches: open, mitigated and left out ones, in pages',
    query: DojoFindingsQuery,
    responses: { 200: pageOf(Finding) },
  },
  finding: {
    ...readFindings,
    path: '/api/v2/findings/{id}/',
    summary: 'A finding',
    responses: { 200: Finding },
  },
  productTypes: {
    ...read,
    path: '/api/v2/product_types/',
    summary: 'Types of products; there is one of every name',
    query: NameQuery,
    responses: { 200: pageOf(ProductType) },
  },
  productType: {
    ...read,
    path: '/api/v2/product_types/{id}/',
    summary: 'The type of all products',
    responses: { 200: ProductType },
  },
  createProductType: {
    method: 'POST',
    permission: 'reports.edit',
    audited: false,
    repeatable: 'Types of products are not stored.',
    path: '/api/v2/product_types/',
    summary: 'Nothing: types of products are not stored',
    body: ProductTypeInput,
    responses: { 201: ProductType },
  },
  products: {
    ...read,
    path: '/api/v2/products/',
    summary: 'Projects',
    query: NameQuery,
    responses: { 200: pageOf(Product) },
  },
  product: { ...read, path: '/api/v2/products/{id}/', summary: 'A project', responses: { 200: Product } },
  createProduct: {
    ...create,
    path: '/api/v2/products/',
    summary: 'Create a project',
    body: ProductInput,
    responses: { 201: Product },
  },
  engagements: {
    ...read,
    path: '/api/v2/engagements/',
    summary: 'Branches',
    query: EngagementQuery,
    responses: { 200: pageOf(Engagement) },
  },
  engagement: {
    ...read,
    path: '/api/v2/engagements/{id}/',
    summary: 'A branch',
    responses: { 200: Engagement },
  },
  createEngagement: {
    ...create,
    path: '/api/v2/engagements/',
    summary: 'Create a branch',
    body: EngagementInput,
    responses: { 201: Engagement },
  },
  patchEngagement: {
    method: 'PATCH',
    permission: 'reports.edit',
    audited: false,
    path: '/api/v2/engagements/{id}/',
    summary: 'Nothing: a branch keeps its name, and builds and commits are not stored',
    body: EngagementChange,
    responses: { 200: Engagement },
  },
  tests: {
    ...read,
    path: '/api/v2/tests/',
    summary: 'Tests of a branch, each of which has a document in its scans',
    query: TestQuery,
    responses: { 200: pageOf(Test) },
  },
  test: { ...read, path: '/api/v2/tests/{id}/', summary: 'A test', responses: { 200: Test } },
  createTest: {
    ...create,
    path: '/api/v2/tests/',
    summary: 'Create a test of a branch',
    body: TestInput,
    responses: { 201: Test },
  },
  testTypes: {
    ...read,
    path: '/api/v2/test_types/',
    summary: 'Formats that are read',
    query: NameQuery,
    responses: { 200: pageOf(TestType) },
  },
  slaConfigurations: emptyList('sla_configurations'),
  riskAcceptances: emptyList('risk_acceptance'),
  jiraMappings: emptyList('jira_finding_mappings'),
  endpointStatus: emptyList('endpoint_status'),
  testImports: emptyList('test_imports'),
  testType: {
    ...read,
    path: '/api/v2/test_types/{id}/',
    summary: 'A format that is read',
    responses: { 200: TestType },
  },
} as const satisfies Record<string, Endpoint>

export const defectDojo: typeof group = endpointsForOthers(group)
