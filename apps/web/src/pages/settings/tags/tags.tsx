import type { Output } from '@assay/contract/endpoint.ts'
import { tags } from '@assay/contract/tags.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { settings } from '../../../messages/settings.ts'
import { numberCell, rowStyle } from '../../../ui/table.tsx'
import { ActionButton } from '../action-button.tsx'
import { Confirm } from '../../../widgets/forms/confirm.tsx'
import { ActionsCell, ResourceTable, NameCell } from '../resource-table.tsx'
import { Section } from '../section.tsx'
import { TagProjects } from './tag-projects.tsx'
import { useDenialReason } from '../use-denial-reason.ts'

const messages = settings.tags
const columns = [{ title: messages.columns.name }, { title: messages.columns.projects, isNumber: true }]

type Tag = Output<typeof tags.list>[number]
type OpenDialog = { action: 'rename' | 'assign' | 'remove'; tag: Tag } | { action: 'create' }

export function Tags() {
  const denialReasonOf = useDenialReason()
  const tagsQuery = useQuery(query(api.tags.list, {}))
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const edit = denialReasonOf(tags.update)
  return (
    <Section
      title={messages.title}
      isTitleHidden
      isFlush
      actions={
        <ActionButton
          variant="primary"
          denialReason={denialReasonOf(tags.create)}
          onPress={() => setOpened({ action: 'create' })}
        >
          {messages.add}
        </ActionButton>
      }
    >
      <ResourceTable label={messages.title} query={tagsQuery} columns={columns} none={messages.none}>
        {(tag) => {
          const ask = (action: 'rename' | 'assign' | 'remove') => () => setOpened({ action, tag })
          return (
            <tr key={tag.uuid} className={rowStyle}>
              <NameCell>{tag.name}</NameCell>
              <td className={numberCell}>{tag.projects.length}</td>
              <ActionsCell
                actions={[
                  {
                    text: messages.assign,
                    label: messages.assignOf(tag.name),
                    denialReason: edit,
                    run: ask('assign'),
                  },
                  {
                    text: messages.edit,
                    label: messages.editOf(tag.name),
                    denialReason: edit,
                    run: ask('rename'),
                  },
                  {
                    text: messages.remove,
                    label: messages.removeOf(tag.name),
                    denialReason: denialReasonOf(tags.remove),
                    run: ask('remove'),
                  },
                ]}
              />
            </tr>
          )
        }}
      </ResourceTable>
      {opened && <TagDialog opened={opened} onClose={() => setOpened(null)} />}
    </Section>
  )
}

function TagDialog({ opened, onClose }: { opened: OpenDialog; onClose: () => void }) {
  if (opened.action === 'create') return <EditTag tag={null} onClose={onClose} />
  const { action, tag } = opened
  if (action === 'rename') return <EditTag tag={tag} onClose={onClose} />
  if (action === 'assign') return <TagProjects tag={tag} onClose={onClose} />
  return (
    <Confirm
      title={messages.removeTitle(tag.name)}
      text={messages.removeText}
      name={tag.name}
      submit={messages.remove}
      action={() => api.tags.remove({ params: { tagUuid: tag.uuid } })}
      onClose={onClose}
    />
  )
}

const EditTag = ({ tag, onClose }: { tag: Tag | null; onClose: () => void }) => (
  <FormDialog
    title={tag === null ? messages.add : messages.editOf(tag.name)}
    schema={tags.create.body}
    fields={{ name: { label: messages.name } }}
    values={tag}
    submit={tag === null ? messages.create : messages.save}
    action={(body) =>
      tag === null ? api.tags.create({ body }) : api.tags.update({ params: { tagUuid: tag.uuid }, body })
    }
    onClose={onClose}
  />
)
