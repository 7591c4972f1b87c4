import { z } from 'zod'
import { FilePart, mediaTypes, multipartForm, postedForm } from '../endpoint.ts'
import { optionalNameOf } from '../name.ts'
import { absent, Name, numberOr, ofJsonOrForm, Switch } from './client-inputs.ts'

// Bodies and queries as the clients of DefectDojo send them.

/** Their names of the formats that are read here. What a file is decides its content, not this name. */
export const scanTypes = [
  'Anchore Grype',
  'CycloneDX Scan',
  'Dependency Check Scan',
  'Dependency Track Finding Packaging Format (FPF) Export',
  'Generic Findings Import',
  'GitLab Dependency Scanning Report',
  'NPM Audit Scan',
  'NPM Audit v7+ Scan',
  'OSV Scan',
  'SARIF',
  'SPDX Scan',
  'Snyk Scan',
  'Trivy Scan',
  'pip-audit Scan',
] as const

/** A number in JSON, digits in a form. */
const Id = absent(
  z.union([
    z.int().nonnegative(),
    z
      .string()
      .trim()
      .regex(/^\d{0,16}$/)
      .transform(Number),
  ]),
)

/** 'a,b', or a field for each. */
const Tags = absent(
  z
    .union([
      z.array(z.string().max(5_000)).max(50),
      z
        .string()
        .max(5_000)
        .transform((text) => [text]),
    ])
    .transform((texts) => texts.flatMap((text) => text.split(',')).map((name) => name.trim()))
    .pipe(z.array(optionalNameOf(100)).max(50)),
).transform((names) => names && [...new Set(names.filter((name) => name !== ''))])

/** Of import-scan and reimport-scan. Other fields, such as those that say which findings are closed, are ignored. */
export const ScanInput = ofJsonOrForm(
  z.object({
    scan_type: z.enum(scanTypes, { error: ({ input }) => `"${String(input)}" is not a valid choice.` }),
    file: absent(z.union([z.string(), FilePart, z.array(FilePart)])),
    test: Id,
    engagement: Id,
    product_name: Name,
    engagement_name: Name,
    test_title: Name,
    branch_tag: Name,
    auto_create_context: Switch,
    tags: Tags,
  }),
)
export type ScanInput = z.infer<typeof ScanInput>

export const ProductTypeInput = ofJsonOrForm(z.object({ name: Name }))
export const ProductInput = ofJsonOrForm(z.object({ name: Name, tags: Tags }))
export const EngagementInput = ofJsonOrForm(z.object({ name: Name, product: Id, branch_tag: Name }))
/** Nothing of it is kept. */
export const EngagementChange = ofJsonOrForm(z.looseObject({}))
export const TestInput = ofJsonOrForm(z.object({ title: Name, engagement: Id, test_type: Id }))

export const maxListed = 250

const IdInQuery = z.coerce.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER).optional().catch(0)

const Text = z.string().max(255).optional()

/** '2' and '3' are what forms of older versions send. */
const flagOf = (text: string): boolean | undefined =>
  ['true', '1', '2'].includes(text) ? true : ['false', '0', '3'].includes(text) ? false : undefined

/** Anything else is no filter, as there. */
const FlagInQuery = z
  .string()
  .transform((text) => flagOf(text.trim().toLowerCase()))
  .optional()
  .catch(undefined)

/** 'High,Critical', or the field several times. */
const WordsInQuery = z
  .union([z.string().max(255), z.array(z.string().max(255)).max(20)])
  .transform((texts) => [texts].flat().flatMap((text) => text.split(',').map((each) => each.trim())))
  .optional()

/** 'YYYY-MM-DD', or a time. */
const DayInQuery = z.coerce.date().optional().catch(undefined)

const listQuery = { limit: numberOr(1, 25), offset: numberOr(0, 0), id: IdInQuery }
export const NameQuery = z.object({
  ...listQuery,
  name: Text,
  name_exact: Text,
  name__icontains: Text,
})
export const EngagementQuery = z.object({ ...NameQuery.shape, product: IdInQuery, branch_tag: Text })
export const TestQuery = z.object({
  ...listQuery,
  title: Text,
  engagement: IdInQuery,
  engagement__product: IdInQuery,
  test_type: IdInQuery,
})

/** Other filters have no effect, as those that DefectDojo does not know. */
export const DojoFindingsQuery = z.object({
  ...listQuery,
  test: IdInQuery,
  test__test_type: IdInQuery,
  test__engagement: IdInQuery,
  test__engagement__product: IdInQuery,
  product_name: Text,
  active: FlagInQuery,
  verified: FlagInQuery,
  is_mitigated: FlagInQuery,
  false_p: FlagInQuery,
  duplicate: FlagInQuery,
  out_of_scope: FlagInQuery,
  risk_accepted: FlagInQuery,
  under_review: FlagInQuery,
  severity: WordsInQuery,
  title: Text,
  component_name: Text,
  component_version: Text,
  vulnerability_id: Text,
  discovered_after: DayInQuery,
  discovered_before: DayInQuery,
  mitigated_after: DayInQuery,
  mitigated_before: DayInQuery,
  /** Severity, title, date or id; the opposite with '-'. */
  o: z.string().max(50).optional().catch(undefined),
})
export type DojoFindingsQuery = z.output<typeof DojoFindingsQuery>

/** An absent field is refused like an empty one. */
export const TokenInput = z.object({
  username: z.string().max(320).default(''),
  password: z.string().max(1000).default(''),
})
mediaTypes.add(TokenInput, { mediaType: postedForm, alternatives: ['application/json', multipartForm] })
