import { rkvst as calls, type RkvstSbom } from '@assay/contract/rkvst.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { integrations } from '../../../messages/integrations.ts'
import { linkedBranches as messages } from '../../../messages/linked-branches.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { type Column, ResourceTable } from '../resource-table.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'

const refreshMs = 5000

/** Branches whose SBOMs are published to the ledger, and what was published. */
export function LinkedBranches() {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium">{messages.title}</summary>
      {isOpen && <Projects />}
    </details>
  )
}

function Projects() {
  const params = { accountUuid: useUser().account.uuid }
  const projectsQuery = useQuery(query(api.rkvst.projects, { params }))
  const [chosen, setChosen] = useState('')
  return (
    <SettingsQuery query={projectsQuery}>
      {(projects) => {
        const project = projects.find(({ uuid }) => uuid === chosen)
        return (
          <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="max-w-xl">
              <SelectField
                label={integrations.project}
                value={chosen}
                options={[
                  { value: '', label: integrations.chooseProject },
                  ...projects.map(({ uuid, name }) => ({ value: uuid, label: name })),
                ]}
                onChange={setChosen}
              />
            </div>
            {project?.branches.map((branch) => (
              <Branch
                key={branch.name}
                params={{ ...params, projectUuid: project.uuid, branch: branch.name }}
                isLinked={branch.isLinked}
              />
            ))}
          </div>
        )
      }}
    </SettingsQuery>
  )
}

interface BranchProps {
  params: { accountUuid: string; projectUuid: string; branch: string }
  isLinked: boolean
}

function Branch({ params, isLinked }: BranchProps) {
  const { branch, accountUuid } = params
  const denialReasonOf = useDenialReason()
  const denialReason = denialReasonOf(calls.link)
  const publishDenial = denialReasonOf(calls.publishSbom)
  const link = useMutationWithToast<void>(() =>
    isLinked ? api.rkvst.unlink({ params }) : api.rkvst.link({ params }),
  )
  const publish = useMutationWithToast<void>(async () => {
    await api.rkvst.publish({ params })
    showNotice(messages.queued)
  })
  const history = useQuery({ ...query(api.rkvst.history, { params }), refetchInterval: refreshMs })
  return (
    <section aria-label={branch} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 className="m-0 text-base font-semibold [overflow-wrap:anywhere]">{branch}</h3>
        <p className="m-0 mr-auto text-soft">{isLinked ? messages.linked : messages.notLinked}</p>
        <ActionButton
          label={isLinked ? messages.unlinkOf(branch) : messages.linkOf(branch)}
          denialReason={denialReason}
          onPress={() => link.isPending || link.mutate()}
        >
          {isLinked ? messages.unlink : messages.link}
        </ActionButton>
        <ActionButton
          label={messages.publishOf(branch)}
          denialReason={denialReason}
          onPress={() => publish.isPending || publish.mutate()}
        >
          {messages.publish}
        </ActionButton>
      </div>
      <div className="overflow-x-auto">
        <ResourceTable
          label={messages.history(branch)}
          query={history}
          columns={columns}
          none={messages.none}
          actions={(sbom) => actionsOf(sbom, accountUuid, publishDenial)}
        />
      </div>
    </section>
  )
}

const columns: readonly Column<RkvstSbom>[] = [
  { title: messages.columns.sbom, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
  {
    title: messages.columns.state,
    cell: ({ state, wanted }) => (
      <>
        {messages.states[state]}
        {wanted !== state && <div className="text-soft">{messages.wanted(messages.states[wanted])}</div>}
      </>
    ),
  },
]

function actionsOf({ uuid: sbomUuid, wanted }: RkvstSbom, accountUuid: string, denialReason: string | null) {
  const params = { accountUuid, sbomUuid }
  const action = (name: 'publish' | 'withdraw', call: () => Promise<unknown>) => ({
    text: messages[name],
    label: messages[name],
    denialReason,
    call,
  })
  const publish = action('publish', () => api.rkvst.publishSbom({ params }))
  const withdraw = action('withdraw', () => api.rkvst.withdrawSbom({ params }))
  if (wanted === 'uploaded') return [publish, withdraw]
  return wanted === 'published' ? [withdraw] : []
}
