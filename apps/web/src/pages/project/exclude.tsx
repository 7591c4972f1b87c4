import type { ExclusionReason } from '@assay/contract/exclusions.ts'
import type { Finding, Overview } from '@assay/contract/scans.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { endAfter, ExclusionEnds, exclusionEnds } from '../../widgets/exclusion-ends.tsx'
import { Form } from '../../widgets/form.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { report as messages } from '../../messages/report.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Radios } from '../../ui/radios.tsx'

const texts = messages.exclude

interface Props {
  finding: Finding
  overview: Overview
}

/** Takes a finding out of scores and counts, or back in. Neither changes a scan that is past. */
export function Exclude({ finding, overview }: Props) {
  const [isOpen, setOpen] = useState(false)
  const may = usePermission()
  const { add, end } = useExclusions(finding, overview)
  const { exclusion, lifetime } = finding
  // What an inventory or a VEX document states can only be changed there; what has ended has nothing left to exclude.
  const isStated =
    exclusion !== null && finding.versions.some(({ vex }) => vex?.source?.documentUuid === exclusion.uuid)
  if (exclusion?.uuid === overview.scan.uuid || isStated || (lifetime?.endedAt ?? null) !== null) return null
  const isAllowed = may(exclusion === null ? 'policies.create' : 'policies.delete')
  return (
    <>
      <Button
        aria-disabled={!isAllowed}
        title={isAllowed ? texts.hint : texts.notAllowed}
        onPress={() => isAllowed && (exclusion === null ? setOpen(true) : void end(exclusion.uuid))}
      >
        {exclusion === null ? texts.start : texts.end}
      </Button>
      <Dialog title={texts.title(finding.package)} isOpen={isOpen} onOpenChange={setOpen}>
        <ExcludeForm
          action={async (choice) => {
            await add(choice)
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}

const schema = z.object(exclusionEnds)

type Reach = 'project' | 'account'

interface Choice {
  reason: ExclusionReason
  reach: Reach
  description: string
  until: string
}

const optionsOf = <T extends string>(choices: Readonly<Record<T, readonly [label: string, hint: string]>>) =>
  (Object.keys(choices) as T[]).map((value) => {
    const [label, hint] = choices[value]
    return { value, label, hint }
  })

function ExcludeForm({ action }: { action: (choice: Choice) => Promise<unknown> }) {
  const [reason, setReason] = useState<ExclusionReason>('mitigated')
  const [reach, setReach] = useState<Reach>('project')
  return (
    <Form schema={schema} submit={texts.submit} action={(ends) => action({ reason, reach, ...ends })}>
      {(errors) => (
        <>
          <Radios label={texts.why} value={reason} options={optionsOf(texts.reasons)} onChange={setReason} />
          <Radios label={texts.where} value={reach} options={optionsOf(texts.reaches)} onChange={setReach} />
          <ExclusionEnds errors={errors} />
        </>
      )}
    </Form>
  )
}

function useExclusions({ advisoryUuid: uuid }: Finding, { project }: Overview) {
  const queries = useQueryClient()
  const { state } = useSession()
  const accountUuid = state.status === 'member' ? state.user.account.uuid : ''
  const of = { params: { accountUuid }, query: { domain: 'security' as const } }
  const remove = async (id: string) => {
    await api.exclusions.remove({ ...of, query: { ...of.query, id } })
    await queries.invalidateQueries()
  }
  const end = (id: string) =>
    remove(id).then(
      () => showAlert(texts.ended),
      (error: unknown) => showAlert(messageOf(error as Error)),
    )
  const add = async ({ reach, until, ...why }: Choice) => {
    const projectUuid = reach === 'project' ? project.uuid : null
    const body = { ...why, uuid, projectUuid, expiresAt: endAfter(until) }
    const { id } = await api.exclusions.create({ ...of, body })
    showAlert(texts.done, { label: texts.undo, run: () => void end(id) })
    await queries.invalidateQueries()
  }
  return { add, end }
}
