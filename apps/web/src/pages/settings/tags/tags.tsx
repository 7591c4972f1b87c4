import type { Output } from '@assay/contract/endpoint.ts'
import { tags } from '@assay/contract/tags.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { FormDialog } from '../../../widgets/forms/form-dialog.tsx'
import { settings } from '../../../messages/settings.ts'
import { ResourceSection } from '../resource-section.tsx'
import type { Column } from '../resource-table.tsx'
import { TagProjects } from './tag-projects.tsx'
import { useDenialReason } from '../use-denial-reason.ts'

type Tag = Output<typeof tags.list>[number]

const messages = settings.tags
const columns: readonly Column<Tag>[] = [
  { title: messages.columns.name, cell: ({ name }) => name },
  { title: messages.columns.projects, cell: ({ projects }) => projects.length, isNumber: true },
]

export function Tags() {
  const denialReasonOf = useDenialReason()
  const tagsQuery = useQuery(query(api.tags.list, {}))
  const denialReason = denialReasonOf(tags.update)
  return (
    <ResourceSection
      title={messages.title}
      isTitleHidden
      add={{
        label: messages.add,
        denialReason: denialReasonOf(tags.create),
        isPrimary: true,
        renderDialog: (onClose) => <EditTag tag={null} onClose={onClose} />,
      }}
      query={tagsQuery}
      columns={columns}
      none={messages.none}
      actions={(tag) => [
        {
          text: messages.assign,
          label: messages.assignOf(tag.name),
          denialReason,
          renderDialog: (onClose) => <TagProjects tag={tag} onClose={onClose} />,
        },
        {
          text: messages.edit,
          label: messages.editOf(tag.name),
          denialReason,
          renderDialog: (onClose) => <EditTag tag={tag} onClose={onClose} />,
        },
        {
          text: messages.remove,
          label: messages.removeOf(tag.name),
          denialReason: denialReasonOf(tags.remove),
          confirm: {
            title: messages.removeTitle(tag.name),
            text: messages.removeText,
            name: tag.name,
            submit: messages.remove,
            action: () => api.tags.remove({ params: { tagUuid: tag.uuid } }),
          },
        },
      ]}
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
