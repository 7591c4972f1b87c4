import type { Output } from '@assay/contract/endpoint.ts'
import { tags } from '@assay/contract/tags.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { Form } from '../../parts/form.tsx'
import { useMay } from '../../parts/use-may.ts'
import { settings } from '../../texts/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Header, numberLook, rowLook, Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ActButton } from './act-button.tsx'
import { ActsCell, ActsHeader } from './acts-column.tsx'
import { Confirm } from './confirm.tsx'
import { Known } from './known.tsx'
import { Part } from './part.tsx'
import { TagProjects } from './tag-projects.tsx'
import { useSaving } from './use-act.ts'

const words = settings.tags

type Tag = Output<typeof tags.list>[number]
type Asked = { act: 'rename' | 'assign' | 'remove'; tag: Tag } | { act: 'create' }

export function Tags() {
  const may = useMay()
  const tags = useQuery(query(api.tags.list, {}))
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Part
      title={words.title}
      isFlush
      acts={
        <ActButton
          look="primary"
          refusal={may('tags.create') ? null : settings.notAllowed}
          onPress={() => setAsked({ act: 'create' })}
        >
          {words.add}
        </ActButton>
      }
    >
      <Known query={tags}>
        {(list) =>
          list.length === 0 ? (
            <p className="m-0 p-4 text-soft">{words.none}</p>
          ) : (
            <Table label={words.title}>
              <thead>
                <tr className="border-b border-line">
                  <Header title={words.columns.name} />
                  <Header title={words.columns.projects} isNumber />
                  <ActsHeader />
                </tr>
              </thead>
              <tbody>
                {list.map((tag) => (
                  <Row key={tag.uuid} tag={tag} onAsk={(act) => setAsked({ act, tag })} />
                ))}
              </tbody>
            </Table>
          )
        }
      </Known>
      {asked && <Answer asked={asked} onClose={() => setAsked(null)} />}
    </Part>
  )
}

function Row({ tag, onAsk }: { tag: Tag; onAsk: (act: 'rename' | 'assign' | 'remove') => void }) {
  const may = useMay()
  const edit = may('tags.edit') ? null : settings.notAllowed
  const remove = may('tags.delete') ? null : settings.notAllowed
  return (
    <tr className={rowLook}>
      <th scope="row" className="px-3 py-1.5 text-left font-medium [overflow-wrap:anywhere]">
        {tag.name}
      </th>
      <td className={numberLook}>{tag.projects.length}</td>
      <ActsCell>
        <ActButton
          look="quiet"
          label={words.assignOf(tag.name)}
          refusal={edit}
          onPress={() => onAsk('assign')}
        >
          {words.assign}
        </ActButton>
        <ActButton look="quiet" label={words.editOf(tag.name)} refusal={edit} onPress={() => onAsk('rename')}>
          {words.edit}
        </ActButton>
        <ActButton
          look="quiet"
          label={words.removeOf(tag.name)}
          refusal={remove}
          onPress={() => onAsk('remove')}
        >
          {words.remove}
        </ActButton>
      </ActsCell>
    </tr>
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
