import type { contract } from '@assay/contract/contract.ts'
import type { Output, ParsedInput } from '@assay/contract/endpoint.ts'
import type { Caller } from '#auth/scope.ts'
import type { Tx } from '#platform/database/database.ts'
import { listSetByMembers } from '#triage/findings/change-store.ts'
import { insertNewComments, type ToldComment } from '#triage/findings/comment-store.ts'
import { type Decided, decideFindings, deciderOf, mergeBranches } from '#triage/findings/decide-findings.ts'
import { type FindingKey, keyOf, textOfKey } from '#triage/findings/finding-key.ts'
import { lockFindings } from '#triage/findings/state-store.ts'

type Told = ParsedInput<typeof contract.imports.decide>['body']['findings'][number]
type Outcome = Output<typeof contract.imports.decide>['findings'][number]

interface KnownTold {
  key: FindingKey
  told: Told
}

interface DecidedTold {
  findings: Outcome[]
  branches: Decided['branches']
}

/** Sets the states of findings that no member has set, and adds the comments that are not there. */
export async function decideTold(
  tx: Tx,
  caller: Caller,
  { projectUuid, told }: { projectUuid: string; told: readonly Told[] },
): Promise<DecidedTold> {
  const keys = told.map((each) => keyOf({ ...each, projectUuid }))
  const wanted = keys.filter((key) => key !== null)
  const locked = await lockFindings(tx, caller.scope, { wanted, deciding: null })
  const existing = new Set(locked.map(textOfKey))
  const known = told.flatMap((each, at): KnownTold[] => {
    const key = keys[at]
    return key && existing.has(textOfKey(key)) ? [{ key, told: each }] : []
  })
  const { outcomes, branches } = await setStates(tx, caller, known)
  const added = await addComments(tx, caller, known)
  const findings = told.map((each, at): Outcome => {
    const key = keys[at]
    if (!key || !existing.has(textOfKey(key)))
      return { outcome: 'not-found', comments: { added: 0, there: 0 } }
    // One that is told twice is new once.
    const count = commentsOf({ key, told: each }).filter((comment) => added.delete(textOf(comment))).length
    return {
      outcome: each.state === 'open' ? null : (outcomes.get(textOfKey(key)) ?? 'unchanged'),
      comments: { added: count, there: each.comments.length - count },
    }
  })
  return { findings, branches }
}

type Outcomes = Map<string, NonNullable<Outcome['outcome']>>

/** By the text of their keys. Findings that are told alike are decided at once. */
async function setStates(tx: Tx, caller: Caller, known: readonly KnownTold[]) {
  const decided = known.filter(({ told }) => told.state !== 'open')
  const keys = decided.map(({ key }) => key)
  const settled = new Set((await listSetByMembers(tx, caller.scope, keys)).map(textOfKey))
  const outcomes: Outcomes = new Map([...settled].map((text) => [text, 'there']))
  const open = decided.filter(({ key }) => !settled.has(textOfKey(key)))
  let branches: Decided['branches'] = []
  for (const alike of Map.groupBy(open, ({ told }) => JSON.stringify(changeOf(told))).values()) {
    const change = { ...changeOf(alike[0]!.told), onlyOpen: true }
    const findings = alike.map(({ key }) => key)
    const { skipped, waiting, ...more } = await decideFindings(tx, deciderOf(caller), { findings, change })
    branches = mergeBranches(branches, more.branches)
    // Approval is needed for all of a state, or for none.
    for (const key of findings) outcomes.set(textOfKey(key), waiting > 0 ? 'waiting' : 'set')
    for (const { finding, reason } of skipped)
      outcomes.set(textOfKey(finding), reason === 'unchanged' ? 'there' : reason)
  }
  return { outcomes, branches }
}

const changeOf = ({ state, reason, justification, expiresAt, untilFix }: Told) => ({
  state,
  reason,
  justification,
  expiresAt,
  untilFix,
})

/** The texts of those that are new. */
async function addComments(tx: Tx, { scope }: Caller, known: readonly KnownTold[]): Promise<Set<string>> {
  const comments = known.flatMap(commentsOf)
  const added = comments.length === 0 ? [] : await insertNewComments(tx, scope, comments)
  return new Set(added.map(textOf))
}

const commentsOf = ({ key, told }: KnownTold): ToldComment[] =>
  told.comments.map(({ text, author, at }) => ({ ...key, text, author, at: new Date(at) }))

const textOf = ({ text, at, ...key }: Omit<ToldComment, 'author'>): string =>
  `${textOfKey(key)} ${at.getTime()} ${text}`
