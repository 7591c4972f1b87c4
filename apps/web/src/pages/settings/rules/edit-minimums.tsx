import type { PolicyRule } from '@assay/contract/rules.ts'
import type { Threshold } from '@assay/contract/accounts.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { policyRules } from '../../../messages/policy-rules.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { useConfiguration } from '../account/use-configuration.ts'
import { Score } from '@assay/contract/vocabulary.ts'

const typed = z.string().transform((text) => (text.trim() === '' ? null : Number(text)))

/** A score as entered. */
const ScoreField = typed.pipe(Score)
/** Empty for no minimum. */
const OptionalScoreField = typed.pipe(Score.nullable())

const messages = policyRules.minimums

const own = z.object({
  security: OptionalScoreField,
  stability: OptionalScoreField,
  licensing: OptionalScoreField,
})
/** The account's inherit from nothing. */
const ofAccount = z.object({ security: ScoreField, stability: ScoreField, licensing: ScoreField })

const score = (label: string) => ({ label, inputMode: 'numeric' }) as const
const fields = {
  security: score(messages.scores.security),
  stability: score(messages.scores.stability),
  licensing: score(messages.scores.licensing),
}

type Minimums = z.output<typeof own>
/** null: new ones, of a tag. */
type Edited = Pick<PolicyRule, 'projectUuid' | 'groupUuid' | 'tags' | 'minimums'> | null

interface Props {
  rule: Edited
  onClose: () => void
}

/** Minimum scores of the account, a tag, a group or a project. */
export function EditMinimums({ rule, onClose }: Props) {
  const save = useSaveMinimums()
  const { data: tags = [] } = useQuery(query(api.tags.list, {}))
  const { known } = useConfiguration()
  const used = known.data?.tagThresholds ?? []
  const free = tags.map(({ name }) => name).filter((name) => used.every(({ tag }) => tag !== name))
  const [chosen, setChosen] = useState<string | null>(null)
  const tag = chosen ?? free[0] ?? ''
  const isOfAccount = rule !== null && isAccountWide(rule)
  return (
    <FormDialog
      title={messages.title}
      lead={<p className="m-0 text-sm text-soft">{isOfAccount ? messages.lead : messages.inherited}</p>}
      schema={isOfAccount ? ofAccount : own}
      fields={fields}
      values={rule?.minimums}
      submit={messages.save}
      action={(typed) => save(rule ?? { projectUuid: null, groupUuid: null, tags: [tag] }, own.parse(typed))}
      onClose={onClose}
    >
      {(placed) => (
        <>
          {rule === null && (
            <SelectField
              label={messages.tag}
              value={tag}
              options={free.map((value) => ({ value, label: value }))}
              onChange={setChosen}
            />
          )}
          <div className="grid gap-2 sm:grid-cols-3">{placed}</div>
        </>
      )}
    </FormDialog>
  )
}

type Target = Pick<PolicyRule, 'projectUuid' | 'groupUuid' | 'tags'>

export const isAccountWide = ({ projectUuid, groupUuid, tags }: Target): boolean =>
  projectUuid === null && groupUuid === null && tags.length === 0

/** Saves minimum scores where they belong; without any, they are inherited. */
export function useSaveMinimums() {
  const { known, configure } = useConfiguration()
  return async ({ projectUuid, groupUuid, tags: [tag] }: Target, minimums: Minimums): Promise<unknown> => {
    if (projectUuid !== null)
      return api.projects.update({ params: { projectUuid }, body: { ownMinimums: minimums } })
    if (groupUuid !== null) return api.groups.update({ params: { groupUuid }, body: { minimums } })
    if (tag === undefined) return configure({ minimumScores: setOnly(minimums) })
    const others = (known.data?.tagThresholds ?? []).filter((each) => each.tag !== tag)
    return configure({ tagThresholds: [...others, ...thresholdOf(tag, minimums)] })
  }
}

const setOnly = ({ security, stability, licensing }: Minimums) => ({
  ...(security !== null && { security }),
  ...(stability !== null && { stability }),
  ...(licensing !== null && { licensing }),
})

const thresholdOf = (tag: string, { security, stability, licensing }: Minimums): Threshold[] =>
  security === null && stability === null && licensing === null
    ? []
    : [{ tag, minimumSecurity: security, minimumStability: stability, minimumLicensing: licensing }]
