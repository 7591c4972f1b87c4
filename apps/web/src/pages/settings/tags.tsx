import type { Output } from '@assay/contract/endpoint.ts'
import { tags } from '@assay/contract/tags.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Form } from '../../parts/form.tsx'
import { settings } from '../../texts/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { numberLook, rowLook } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActButton } from './act-button.tsx'
import { Confirm } from './confirm.tsx'
import { ActsCell, Listing, NameCell } from './listing.tsx'
import { Part } from './part.tsx'
import { TagProjects } from './tag-projects.tsx'
import { useSaving } from './use-act.ts'
import { useRefusal } from './use-refusal.ts'

const words = settings.tags
const columns = [{ title: words.columns.name }, { title: words.columns.projects, isNumber: true }]

type Tag = Output<typeof tags.list>[number]
type Asked = { act: 'rename' | 'assign' | 'remove'; tag: Tag } | { act: 'create' }

export function Tags() {
  const refusalOf = useRefusal()
  const known = useQuery(query(api.tags.list, {}))
  const [asked, setAsked] = useState<Asked | null>(null)
  const edit = refusalOf(tags.update)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton
          look="primary"
          refusal={refusalOf(tags.create)}
          onPress={() => setAsked({ act: 'create' })}
        >
          {words.add}
        </ActButton>
      }
    >
      <Listing label={words.title} query={known} columns={columns} none={words.none}>
        {(tag) => {
          const ask = (act: 'rename' | 'assign' | 'remove') => () => setAsked({ act, tag })
          return (
            <tr key={tag.uuid} className={rowLook}>
              <NameCell>{tag.name}</NameCell>
              <td className={numberLook}>{tag.projects.length}</td>
              <ActsCell
                acts={[
                  {
                    ...{ text: words.assign, label: words.assignOf(tag.name) },
                    ...{ refusal: edit, run: ask('assign') },
                  },
                  {
                    ...{ text: words.edit, label: words.editOf(tag.name) },
                    ...{ refusal: edit, run: ask('rename') },
                  },
                  {
                    ...{ text: words.remove, label: words.removeOf(tag.name) },
                    ...{ refusal: refusalOf(tags.remove), run: ask('remove') },
                  },
                ]}
              />
            </tr>
          )
        }}
      </Listing>
      {asked && <Answer asked={asked} onClose={() => setAsked(null)} />}
    </Part>
  )
}

function Answer({ asked, onClose }: { asked: Asked; onClose: () => void }) {
  if (asked.act === 'create') return <EditTag tag={null} onClose={onClose} />
  const { act, tag } = asked
  if (act === 'rename') return <EditTag tag={tag} onClose={onClose} />
  if (act === 'assign') return <TagProjects tag={tag} onClose={onClose} />
  return (
    <Confirm
      title={words.removeTitle(tag.name)}
      text={words.removeText}
      name={tag.name}
      submit={words.remove}
      act={() => api.tags.remove({ params: { tagUuid: tag.uuid } })}
      onClose={onClose}
    />
  )
}

function EditTag({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const save = useSaving((body: { name: string }) =>
    tag === null ? api.tags.create({ body }) : api.tags.update({ params: { tagUuid: tag.uuid }, body }),
  )
  return (
    <Dialog title={tag === null ? words.add : words.editOf(tag.name)} isOpen onOpenChange={onClose}>
      <Form
        schema={tags.create.body}
        submit={tag === null ? words.create : words.save}
        act={async (body) => {
          await save(body)
          onClose()
        }}
      >
        {(errors) => (
          <TextField
            label={words.name}
            name="name"
            autoComplete="off"
            defaultValue={tag?.name}
            error={errors.name}
            isRequired
          />
        )}
      </Form>
    </Dialog>
  )
}
