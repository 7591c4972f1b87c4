import { overrides } from '@assay/contract/overrides.ts'
import { ecosystemName } from '@assay/engine/ecosystems/names.ts'
import { account as texts } from '../../../messages/account.ts'
import { overrides as messages } from '../../../messages/overrides.ts'
import { showNotice } from '../../../ui/alerts.tsx'
import { When } from '../../../ui/when.tsx'
import { ResourceSection } from '../resource-section.tsx'
import { type Column, wraps } from '../resource-table.tsx'
import { MemberName } from '../rules/names.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { NewOverride } from './new-override.tsx'
import { callsOf, type Override, type OverrideKind } from './override-kinds.ts'

interface Props {
  kind: OverrideKind
  query: { data: readonly Override[] | undefined; error: Error | null; refetch: () => unknown }
}

export function OverrideList({ kind, query }: Props) {
  const { title, lead, add, none, content, removeOf, removed } = messages.kinds[kind]
  const denialReasonOf = useDenialReason()
  const put = useMutationWithToast((override: Override) => callsOf[kind].set(override, override.content))
  return (
    <ResourceSection
      title={title}
      lead={lead}
      add={{
        label: add,
        denialReason: denialReasonOf(overrides.setLicense),
        renderDialog: (onClose) => <NewOverride kind={kind} onClose={onClose} />,
      }}
      query={query}
      columns={columnsOf(content)}
      keyOf={({ language, name, version }) => `${language} ${name} ${version}`}
      none={none}
      actions={(override) => {
        const name = override.version === '*' ? override.name : `${override.name} ${override.version}`
        return [
          {
            text: messages.remove,
            label: removeOf(name),
            denialReason: denialReasonOf(overrides.removeLicense),
            hides: true,
            call: async () => {
              await callsOf[kind].remove(override)
              showNotice(removed(name), { label: texts.undo, run: () => put.mutate(override) })
            },
          },
        ]
      }}
    />
  )
}

const columnsOf = (content: string): readonly Column<Override>[] => [
  {
    title: messages.columns.name,
    cell: ({ name, language }) => (
      <>
        {name}
        <div className="font-normal text-soft">{ecosystemName(language) ?? language}</div>
      </>
    ),
  },
  {
    title: messages.columns.version,
    style: 'tabular whitespace-nowrap',
    cell: ({ version }) =>
      version === '*' ? <span className="text-soft">{messages.anyVersion}</span> : version,
  },
  { title: content, style: `${wraps} whitespace-pre-line`, cell: (override) => override.content },
  { title: messages.columns.by, cell: ({ createdBy }) => <MemberName uuid={createdBy} /> },
  { title: messages.columns.since, cell: ({ createdAt }) => <When epochMs={createdAt} /> },
]
