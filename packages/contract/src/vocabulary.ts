import { freshnesses, outcomes, vexStatuses, wireSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { whenMissing } from './input-messages.ts'
import { roles } from './permissions.ts'
import { messages } from './problem.ts'
import { withoutCredentials } from '@assay/engine/url-credentials.ts'

export const Uuid = z.uuid()
/** YYYY-MM-DD, UTC. */
export const Day = z.iso.date()
/** Milliseconds since 1970, UTC. */
export const EpochMs = z.int().nonnegative()
/** Whole number from 0 to 100. */
const scoreRange = 'A score is a whole number from 0 to 100'
export const Score = z.int(scoreRange).min(0, scoreRange).max(100, scoreRange)
export const Outcome = z.enum(outcomes)
/** Compared without case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, messages.missingParameters)
  .max(320)
  .pipe(z.email())
export const RoleName = z.enum(roles)
/** Protocols of single sign-on. */
export const providerTypes = ['oidc', 'saml'] as const
export type ProviderType = (typeof providerTypes)[number]
/** 'NA' is an unknown severity. */
export const WireSeverity = z.enum(wireSeverities)

/** Against which advisory data of an ecosystem a report holds. */
export const ReportAdvisoryData = z
  .object({
    ecosystem: z.string(),
    name: z.string(),
    advisories: z.int(),
    /** When the newest record was modified at its source; null without records. */
    newestAt: EpochMs.nullable(),
    /** When its source was last read to its end; null: never. */
    checkedAt: EpochMs.nullable(),
    source: z.string(),
    /** While one is not current, a report that would pass is UNDECLARED: starter, the data was never complete; outdated, too long ago. */
    state: z.enum(freshnesses),
  })
  .meta({ id: 'ReportAdvisoryData' })
export type ReportAdvisoryData = z.infer<typeof ReportAdvisoryData>

/** What of an inventory could not be used as it stands; isUnread: of a whole file, so the scan is incomplete. */
export const ParseIssue = z
  .object({
    code: z.string(),
    message: z.string(),
    where: z.string(),
    isUnread: z.literal(true).optional(),
  })
  .meta({ id: 'ParseIssue' })

/** What the author of the inventory or of a VEX document says of a vulnerability: not_affected and fixed take it out of the numbers. */
export const VexAssessment = z
  .object({
    status: z.enum(vexStatuses),
    /** 'code_not_reachable', 'vulnerable_code_not_present'; null when none is given. */
    justification: z.string().nullable(),
    detail: z.string(),
    /** The VEX document that says it; absent: the scanned document itself. */
    source: z.object({ documentUuid: z.uuid(), author: z.string(), at: EpochMs }).optional(),
    /** The account's rule shows the statement without letting it change a number. */
    isInformational: z.literal(true).optional(),
  })
  .meta({ id: 'VexOpinion' })

/** Why a finding does not count. */
export const WhyExcluded = z
  .object({
    uuid: Uuid,
    reason: z.string(),
    description: z.string(),
    /** The path of the file that asks for it; absent: it is not from the repository. */
    repositoryFile: z.string().optional(),
  })
  .meta({ id: 'WhyExcluded' })

/** Names, branches and tags come from filter fields that drop all white space. */
export const withoutWhitespace = z.string().transform((value) => value.replaceAll(/\s+/g, ''))

const maxListed = 100
/** Comma-separated; each name is compared with each branch or tag of the account. */
export const NameList = withoutWhitespace.refine(
  (text) => text.split(',').length <= maxListed,
  `At most ${maxListed} names`,
)

/** A switch in a query string: true, 1, yes or on. */
export const Flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on', ''],
  falsy: ['false', '0', 'no', 'off'],
})

/** GitHub's and git's longest names fit; longer ones are refused. */
export const BranchName = z.string().trim().min(1, 'The branch is missing').max(250)
/** Build servers hand over the address that they cloned from, with their token in it: it is dropped. */
export const ProjectUrl = z
  .string(whenMissing('The url is missing'))
  .trim()
  .max(2000)
  .transform(withoutCredentials)
  .pipe(z.string().min(1, 'The url is missing'))

/** The body of an update, whose fields can all be left out, but not all at once. */
export const someOf = <S extends z.ZodObject>(schema: S): S =>
  schema.refine(
    (body) => Object.values(body).some((value) => value !== undefined),
    'Nothing to change is named',
  )

/** How far the components of a scan are behind. */
export const Ages = {
  /** Years between the releases used and the newest stable ones, over all components; null when none is known. */
  libyears: z.number().nullable(),
  /** Components that count as neither current nor outdated; null when the scan did not count them. */
  unknownReleases: z.int().nullable(),
}

/** What a list of licenses may be narrowed to. */
export const licenseStates = ['violated', 'unknown'] as const
export type LicenseState = (typeof licenseStates)[number]
