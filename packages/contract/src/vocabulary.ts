import { freshnesses, outcomes, vexStatuses, wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { nameOf } from './name.ts'
import { roles } from './permissions.ts'
import { messages } from './problem.ts'
import { named } from './named.ts'

export const Uuid = z.uuid()
/** The uuid of a team; clients leave it out or empty for none. */
export const MaybeTeam = z.union([z.literal('').transform(() => undefined), Uuid]).optional()
/** YYYY-MM-DD, UTC. */
export const Day = z.iso.date()
/** Milliseconds since 1970, UTC. */
export const EpochMs = z.int().nonnegative()
/** Whole number from 0 to 100. */
const scoreRange = 'A score must be a whole number from 0 to 100'
export const Score = z.int(scoreRange).min(0, scoreRange).max(100, scoreRange)
export const Outcome = z.enum(outcomes)
/** Case-insensitive. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, messages.missingParameters)
  .max(320)
  .pipe(z.email())
  .meta({ format: 'email' })
export const RoleName = z.enum(roles)
/** Single sign-on protocols to which browsers are redirected. */
export const providerTypes = ['oidc', 'saml'] as const
export type ProviderType = (typeof providerTypes)[number]
/** With directories, which are asked by the server. */
export const identityProviders = [...providerTypes, 'ldap'] as const
export type IdentityProvider = (typeof identityProviders)[number]
/** 'NA' stands for an unknown severity. */
export const WireSeverity = z.enum(wireSeverities)

/** The advisory data of an ecosystem that a report is based on. */
export const ReportAdvisoryData = named('ReportAdvisoryData', {
  ecosystem: z.string(),
  name: z.string(),
  advisories: z.int(),
  /** When the newest record was modified at its source; null without records. */
  newestAt: EpochMs.nullable(),
  /** When the source was last read completely; null if never. */
  checkedAt: EpochMs.nullable(),
  source: z.string(),
  /** A report that would pass is UNDECLARED unless all data is current. starter: the data was never complete; outdated: it is too old. */
  state: z.enum(freshnesses),
})
export type ReportAdvisoryData = z.infer<typeof ReportAdvisoryData>

/**
 * A problem with an inventory. isUnread: a whole file could not be read, so the scan is incomplete. isUncovered: no
 * advisory can match these packages, so a scan that would pass is UNDECLARED.
 */
export const ParseIssue = named('ParseIssue', {
  code: z.string(),
  message: z.string(),
  where: z.string(),
  isUnread: z.literal(true).optional(),
  isUncovered: z.literal(true).optional(),
})

/** A VEX statement from the inventory or a VEX document: not_affected and fixed suppress the finding. */
export const VexAssessment = named('VexAssessment', {
  status: z.enum(vexStatuses),
  /** 'code_not_reachable', 'vulnerable_code_not_present'; null if absent. */
  justification: z.string().nullable(),
  detail: z.string(),
  /** The VEX document of the statement; absent for the scanned document itself. */
  source: z.object({ documentUuid: z.uuid(), author: z.string(), at: EpochMs }).optional(),
  /** The statement is shown but does not suppress the finding, because of the account's setting. */
  isInformational: z.literal(true).optional(),
})

/** Why a finding does not count. */
export const WhyExcluded = named('WhyExcluded', {
  uuid: Uuid,
  reason: z.string(),
  description: z.string(),
  /** Path of the repository file with the exclusion; absent for other exclusions. */
  repositoryFile: z.string().optional(),
})

/** Names, branches and tags from filter fields, without any white space. */
export const withoutWhitespace = z.string().transform((value) => value.replaceAll(/\s+/g, ''))

const maxListed = 100
/** Comma-separated names, matched with each branch or tag of the account. */
export const NameList = withoutWhitespace.refine(
  (text) => text.split(',').length <= maxListed,
  `At most ${maxListed} names`,
)

/** Whole days until now. Clients send an empty value for no limit, which as a number would be 0. */
export const DaysAgo = z
  .preprocess(
    (input) => (input === '' ? undefined : input),
    z.coerce.number().int().min(0).max(36_500).optional(),
  )
  .optional()

const flags = { truthy: ['true', '1', 'yes', 'on', ''], falsy: ['false', '0', 'no', 'off'] }
/** A boolean in a query string: true, 1, yes or on. */
export const Flag = z.stringbool(flags).meta({ enum: [...flags.truthy, ...flags.falsy] })

/** A comma-separated list of these, in a query. */
export const listOf = <const Values extends readonly string[]>(values: Values) =>
  z
    .string()
    .max(200)
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(z.enum(values)))
    .meta({ pattern: `^(?:(?:${values.join('|')})(?:,(?:${values.join('|')}))*)?$` })

/** In the OpenAPI document: a web address without credentials, and one without query. */
export const webAddressFormat = { format: 'uri', pattern: String.raw`^https?://[^\s/?#@]+` }
export const serviceAddressFormat = { format: 'uri', pattern: String.raw`^https?://[^\s/?#@]+[^\s?#@]*$` }

/** Long enough for GitHub's and git's longest names. */
export const BranchName = nameOf(250, 'The branch is missing')
/** Body of an update: every field is optional, but at least one is required. */
export const someOf = <S extends z.ZodObject>(schema: S): S =>
  schema
    .refine(
      (body) => Object.values(body).some((value) => value !== undefined),
      'At least one field is required',
    )
    .meta({ minProperties: 1 })

/** How outdated the components of a scan are. */
export const Ages = {
  /** Total years between the used releases and the newest stable ones; null if unknown. */
  libyears: z.number().nullable(),
  /** Components that count as neither current nor outdated; null if not recorded by the scan. */
  unknownReleases: z.int().nullable(),
}

/** License list filters. */
export const licenseStates = ['violated', 'unknown'] as const
export type LicenseState = (typeof licenseStates)[number]

/** Orders of the list of findings. Here, as the pages' URLs need them in the first view, but not the calls. */
export const findingOrders = ['severity', 'priority'] as const

/**
 * The id under which an advisory is shown: its CVE, otherwise the id by which people know it ('GHSA-…', 'RUSTSEC-…',
 * 'DSA-…'), otherwise 'MET-' and the first eight digits of its uuid.
 */
export const DisplayId = z.string()
