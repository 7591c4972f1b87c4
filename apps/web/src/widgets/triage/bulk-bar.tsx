import type { FindingState } from '@assay/engine/vocabulary.ts'
import type { DecisionState } from '@assay/engine/vocabulary.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { triage as messages } from '../../messages/triage.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { usePermission } from '../use-permission.ts'
import { DecisionForm } from './decision-form.tsx'
import { isDecisionState, nameOf, setStates } from './finding-fields.tsx'
import type { Selection } from './use-selection.ts'
import { type Change, useAccountUuid, useTriage } from './use-triage.ts'

type Target = Pick<Change, 'findings' | 'advisories'>

interface Props {
  selection: Selection
  /** What the selected rows stand for. */
  target: Target
}

const texts = messages.bulk

/** Acts on all selected rows at once; the notice undoes it. */
export function BulkBar({ selection, target }: Props) {
  const [wanted, setWanted] = useState<DecisionState | null>(null)
  const change = useTriage(() => {
    setWanted(null)
    selection.clear()
  })
  const set = (fields: object) => change.mutate({ ...target, ...fields })
  const choose = (state: Exclude<FindingState, 'fixed'>) =>
    isDecisionState(state) ? setWanted(state) : set({ state })
  const { size } = selection.keys
  if (size === 0) return null
  return (
    <section
      aria-label={texts.label}
      className="sticky bottom-3 z-10 flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 shadow-lg print:hidden"
    >
      <span role="status" className="tabular text-sm font-medium">
        {texts.selected(size)}
      </span>
      <Menu
        label={texts.setState}
        items={setStates.map((state) => ({
          id: state,
          label: messages.states[state],
          onAction: () => choose(state),
        }))}
      />
      <Assign onAssign={(assigneeUuid) => set({ assigneeUuid })} />
      <Button variant="quiet" onPress={selection.clear}>
        {texts.clear}
      </Button>
      <span className="text-xs text-soft max-lg:hidden">{texts.hint}</span>
      {wanted && (
        <Dialog
          title={texts.selected(size)}
          isOpen
          isWide
          isHeld
          onOpenChange={(isOpen) => !isOpen && setWanted(null)}
        >
          <DecisionForm
            state={wanted}
            isBusy={change.isPending}
            onSave={(explanation) => set({ state: wanted, ...explanation })}
            onCancel={() => setWanted(null)}
          />
        </Dialog>
      )}
    </section>
  )
}

function Assign({ onAssign }: { onAssign: (uuid: string | null) => void }) {
  const hasPermission = usePermission()
  const params = { accountUuid: useAccountUuid() }
  const isAllowed = hasPermission('members.read')
  const { data: members = [] } = useQuery({ ...query(api.members.list, { params }), enabled: isAllowed })
  if (!isAllowed) return null
  return (
    <Menu
      label={texts.assign}
      items={[
        { id: '', label: messages.nobody, onAction: () => onAssign(null) },
        ...members.map((member) => ({
          id: member.uuid,
          label: nameOf(member),
          onAction: () => onAssign(member.uuid),
        })),
      ]}
    />
  )
}
