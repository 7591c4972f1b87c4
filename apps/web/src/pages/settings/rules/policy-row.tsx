import { accounts } from '@assay/contract/accounts.ts'
import { groups } from '@assay/contract/groups.ts'
import { policies } from '@assay/contract/policies.ts'
import { projects } from '@assay/contract/projects.ts'
import { type PolicyRule, rules } from '@assay/contract/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules as messages } from '../../../messages/policy-rules.ts'
import { paths } from '../../../paths.ts'
import { rules as scopeTexts } from '../../../messages/rules.ts'
import { Badge } from '../../../ui/badge.tsx'
import { rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import type { RenderDialog } from '../action-button.tsx'
import { ActionsCell, NameCell } from '../resource-table.tsx'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUndoable } from '../use-undoable.ts'
import { useUser } from '../use-user.ts'
import { isAccountWide } from './edit-minimums.tsx'
import { describePolicy } from './policy-actions.ts'
import { useOwnershipDenial } from './use-ownership-denial.ts'

interface RowProps {
  rule: PolicyRule
  renderEdit: RenderDialog
  remove: () => Promise<unknown>
}

const looks = { fail: 'bad', approve: 'bad', warn: 'warm', triage: 'plain', notify: 'plain' } as const

/** The calls that change and delete a rule. */
function callsOf({ kind, projectUuid, groupUuid }: PolicyRule) {
  if (kind === 'condition') return { edit: rules.update, remove: rules.remove }
  if (kind === 'licenses') return { edit: policies.update, remove: policies.remove }
  const edit =
    projectUuid !== null ? projects.update : groupUuid !== null ? groups.update : accounts.configure
  return { edit, remove: edit }
}

export function PolicyRow({ rule, renderEdit, remove }: RowProps) {
  const ownershipDenial = useOwnershipDenial()(rule)
  const denialReasonOf = useDenialReason()
  const calls = callsOf(rule)
  const denialReason = denialReasonOf(calls.edit) ?? ownershipDenial
  const { mode, toggle } = useToggle(rule)
  const next = mode === 'off' ? 'on' : 'off'
  const actions = [
    ...(rule.kind === 'scores'
      ? []
      : [
          {
            text: messages.turn[next],
            label: messages.turnOf[next](rule.name),
            denialReason,
            run: toggle,
          },
        ]),
    { text: messages.edit, label: messages.editOf(nameOf(rule)), denialReason, renderDialog: renderEdit },
    ...(rule.kind === 'scores' && isAccountWide(rule)
      ? []
      : [
          {
            text: messages.remove,
            label: messages.removeOf(nameOf(rule)),
            denialReason: denialReasonOf(calls.remove) ?? ownershipDenial,
            confirm: {
              title: messages.removeTitle(rule.name),
              text: messages.removeText,
              name: rule.name,
              submit: messages.remove,
              action: remove,
            },
          },
        ]),
  ]
  return (
    <tr className={rowStyle}>
      <NameCell>
        {rule.kind === 'scores' ? messages.minimums.title : rule.name}{' '}
        {mode !== 'on' && <Badge>{messages.modes[mode]}</Badge>}
        <span className="block max-w-prose text-xs font-normal text-soft [overflow-wrap:anywhere]">
          {rule.kind === 'condition' ? <code>{rule.condition}</code> : describePolicy(rule)}
        </span>
      </NameCell>
      <td className="px-3 py-1.5">
        <Badge variant={looks[rule.effect]} title={messages.effectHints[rule.effect]}>
          {messages.effects[rule.effect]}
        </Badge>
      </td>
      <td className="min-w-32 px-3 py-1.5 [overflow-wrap:anywhere]">
        <AppliesTo rule={rule} />
      </td>
      <td className="min-w-32 px-3 py-1.5">
        <Hits rule={rule} />
      </td>
      <ActionsCell actions={actions} />
    </tr>
  )
}

/** Of several minimum scores, the tag says which. */
const nameOf = ({ kind, name, tags }: PolicyRule): string =>
  kind === 'scores' ? [messages.minimums.title, ...tags].join(' ') : name

/** A rule in force, and the action that turns it on or off. */
function useToggle(rule: PolicyRule) {
  const params = { accountUuid: useUser().account.uuid }
  const { change, shown } = useUndoable((mode: PolicyRule['mode']): Promise<unknown> =>
    rule.kind === 'licenses'
      ? api.policies.update({
          params: { ...params, policyUuid: rule.uuid },
          body: { active: mode !== 'off' },
        })
      : api.rules.update({ params: { ...params, policyRuleUuid: rule.uuid }, body: { mode } }),
  )
  const mode = shown(rule.mode)
  const next = mode === 'off' ? 'on' : 'off'
  return { mode, toggle: () => change(mode, next, messages.turned[next](rule.name)) }
}

/** The number leads to the hits; those of the account's minimum scores are the projects below policy. */
function Hits({ rule }: { rule: PolicyRule }) {
  const { branches, findings, lastAt } = rule.hits
  // Those of the product's own minimums are stored under no rule of the account.
  if (rule.kind === 'scores' && isAccountWide(rule))
    return (
      <Link to={paths.projects} search={{ policy: 'below' }}>
        {messages.minimums.below}
      </Link>
    )
  if (lastAt === null) return <span className="text-soft">{messages.noHits}</span>
  return (
    <>
      <Link data-target to={paths.ruleHits} params={{ ruleUuid: rule.uuid }} preload={false}>
        {messages.hits(branches, findings)}
      </Link>
      <span className="block text-xs text-soft">
        <When epochMs={lastAt} />
      </span>
    </>
  )
}

/** The projects that it applies to: one, those of a group, or by url and tags, within the teams. */
function AppliesTo({ rule: { projectUuid, groupUuid, pattern, tags, teamUuids } }: { rule: PolicyRule }) {
  const texts = scopeTexts.policies
  const teams = useQuery({ ...query(api.teams.list, {}), enabled: teamUuids !== null })
  const known = useQuery({ ...query(api.groups.list, {}), enabled: groupUuid !== null })
  const project = useQuery({
    ...query(api.projects.get, { params: { projectUuid: projectUuid ?? '' } }),
    enabled: projectUuid !== null,
  })
  const nameOfTeam = (uuid: string) =>
    teams.data?.find((team) => team.uuid === uuid)?.name ?? texts.unknownTeam
  const parts = [
    ...(teamUuids ?? []).map((uuid) => texts.ofTeam(nameOfTeam(uuid))),
    ...(projectUuid === null ? [] : [project.data?.name ?? messages.ofProject]),
    ...(groupUuid === null
      ? []
      : [known.data?.find(({ uuid }) => uuid === groupUuid)?.name ?? messages.ofGroup]),
    ...(pattern === null ? [] : [texts.ofUrl(pattern)]),
    ...tags.map(texts.ofTag),
  ]
  return parts.join(', ') || texts.everywhere
}
