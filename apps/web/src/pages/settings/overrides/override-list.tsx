import { overrides } from '@assay/contract/overrides.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { useState } from 'react'
import { account as texts } from '../../../messages/account.ts'
import { overrides as messages } from '../../../messages/overrides.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { cellStyle, rowStyle } from '../../../ui/table.tsx'
import { When } from '../../../ui/when.tsx'
import { ActionButton } from '../action-button.tsx'
import { ActionsCell, NameCell, ResourceTable } from '../resource-table.tsx'
import { MemberName } from '../rules/names.tsx'
import { Section } from '../section.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { NewOverride } from './new-override.tsx'
import { callsOf, type Override, type OverrideKind } from './override-kinds.ts'

interface Props {
  kind: OverrideKind
  query: { data: readonly Override[] | undefined; error: Error | null; refetch: () => unknown }
}

export function OverrideList({ kind, query }: Props) {
  const { title, lead, add, none, content } = messages.kinds[kind]
  const { name, version, by, since } = messages.columns
  const denialReason = useDenialReason()(overrides.setLicense)
  const [isAdding, setAdding] = useState(false)
  return (
    <Section
      title={title}
      lead={lead}
      isFlush
      actions={
        <ActionButton denialReason={denialReason} onPress={() => setAdding(true)}>
          {add}
        </ActionButton>
      }
    >
      <ResourceTable
        label={title}
        query={query}
        columns={[name, version, content, by, since].map((each) => ({ title: each }))}
        none={none}
      >
        {(override) => <Row key={keyOf(override)} kind={kind} override={override} />}
      </ResourceTable>
      {isAdding && <NewOverride kind={kind} onClose={() => setAdding(false)} />}
    </Section>
  )
}

const keyOf = ({ language, name, version }: Override) => `${language} ${name} ${version}`

function Row({ kind, override }: { kind: OverrideKind; override: Override }) {
  const { language, name, version, content, createdBy, createdAt } = override
  const { removeOf, removed } = messages.kinds[kind]
  const isAll = version === '*'
  const displayName = isAll ? name : `${name} ${version}`
  const denialReason = useDenialReason()(overrides.removeLicense)
  const put = useMutationWithToast<void>(() => callsOf[kind].set(override, content))
  const remove = useMutationWithToast<void>(async () => {
    await callsOf[kind].remove(override)
    showNotice(removed(displayName), { label: texts.undo, run: () => put.mutate() })
  })
  if (remove.isPending) return null
  return (
    <tr className={rowStyle}>
      <NameCell>
        {name}
        <div className="font-normal text-soft">{ecosystemName(language) ?? language}</div>
      </NameCell>
      <td className={`${cellStyle} tabular`}>
        {isAll ? <span className="text-soft">{messages.anyVersion}</span> : version}
      </td>
      <td className="min-w-40 whitespace-pre-line px-3 py-1.5 [overflow-wrap:anywhere]">{content}</td>
      <td className={cellStyle}>
        <MemberName uuid={createdBy} />
      </td>
      <td className={cellStyle}>
        <When epochMs={createdAt} />
      </td>
      <ActionsCell
        actions={[
          { text: messages.remove, label: removeOf(displayName), denialReason, run: () => remove.mutate() },
        ]}
      />
    </tr>
  )
}
