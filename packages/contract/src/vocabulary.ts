import { z } from 'zod'
import { roles } from './permissions.ts'
import { messages } from './problem.ts'

export const Uuid = z.uuid()
/** YYYY-MM-DD, UTC. */
export const Day = z.iso.date()
/** Milliseconds since 1970, UTC. */
export const EpochMs = z.int().nonnegative()
/** Whole number from 0 to 100. */
const scoreRange = 'A score is a whole number from 0 to 100'
export const Score = z.int(scoreRange).min(0, scoreRange).max(100, scoreRange)
export const Outcome = z.enum(['PASS', 'FAIL', 'UNDECLARED'])
export type Outcome = z.infer<typeof Outcome>
/** Compared without case. */
export const Email = z.string().trim().toLowerCase().max(320).pipe(z.email(messages.missingParameters))
export const RoleName = z.enum(roles)
/** As the wire spells it; 'NA' is an unknown severity. */
export const WireSeverity = z.enum(['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'SUGGEST', 'NONE', 'NA'])
export type WireSeverity = z.infer<typeof WireSeverity>

/** What the inventory's author says of a vulnerability: not_affected and fixed take it out of the numbers. */
export const VexOpinion = z
  .object({
    status: z.enum(['affected', 'not_affected', 'fixed', 'under_investigation']),
    /** 'code_not_reachable', 'vulnerable_code_not_present'; null when none is given. */
    justification: z.string().nullable(),
    detail: z.string(),
  })
  .meta({ id: 'VexOpinion' })

/** Names, branches and tags come from filter fields that drop all white space. */
export const withoutWhitespace = z.string().transform((value) => value.replaceAll(/\s+/g, ''))

/** A switch in a query string: true, 1, yes or on. */
export const Flag = z.stringbool({
  truthy: ['true', '1', 'yes', 'on', ''],
  falsy: ['false', '0', 'no', 'off'],
})

/** GitHub's and git's longest names fit; longer ones are refused. */
export const BranchName = z.string().trim().min(1, 'The branch is missing').max(250)
export const ProjectUrl = z.string().trim().min(1, 'The url is missing').max(2000)
