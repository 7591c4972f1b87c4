import { savedViews, type SavedView, type ViewedList } from '@assay/contract/saved-views.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { api } from '../../api/client.ts'
import { messageOf, query } from '../../api/query.ts'
import { views as messages } from '../../messages/views.ts'
import { showAlert } from '../../ui/alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Fields } from '../forms/fields.tsx'
import { Form } from '../forms/form.tsx'
import { useAudiences } from './use-audiences.ts'
import { criteriaIn } from './views-model.ts'

interface Props {
  list: ViewedList
  /** null for a new view. */
  view: SavedView | null
  /** The current search string of the page, from '?'. */
  search: string
  onClose: () => void
  /** The completed action as a sentence. */
  onDone: (message: string) => void
}

const schema = savedViews.create.body.pick({ name: true }).extend({ audience: z.string() })

export function EditView({ list, view, search, onClose, onDone }: Props) {
  const { choices } = useAudiences()
  const [isReplaced, setReplaced] = useState(false)
  const { save, remove } = useChanges({ list, view, onDone })
  return (
    <Dialog
      title={view === null ? messages.newTitle : messages.editOf(view.name)}
      isOpen
      isHeld
      onOpenChange={onClose}
    >
      <Form
        schema={schema}
        submit={messages.submit}
        action={({ name, audience }) =>
          save({ name, teamUuid: audience || null }, isReplaced || view === null ? search : null)
        }
        aside={
          view && (
            <Button variant="danger" onPress={() => void remove(view)}>
              {messages.remove}
            </Button>
          )
        }
      >
        {(errors) => (
          <>
            <Fields
              schema={schema}
              fields={{
                name: { label: messages.name, hint: view === null ? messages.nameHint : undefined },
                audience: { label: messages.audience, options: choices },
              }}
              values={view && { ...view, audience: view.teamUuid ?? '' }}
              errors={errors}
            />
            {view === null ? (
              <p className="m-0 text-xs text-soft">{messages.newHint}</p>
            ) : (
              <Checkbox label={messages.replace} isChecked={isReplaced} onChange={setReplaced} />
            )}
          </>
        )}
      </Form>
    </Dialog>
  )
}

/** `search` contains the new criteria; null keeps the saved ones. */
function useChanges({ list, view, onDone }: Pick<Props, 'list' | 'view' | 'onDone'>) {
  const queries = useQueryClient()
  const done = async (message: string) => {
    await queries.invalidateQueries(query(api.savedViews.list, {}))
    onDone(message)
  }
  return {
    async save(fields: { name: string; teamUuid: string | null }, search: string | null) {
      const criteria = search === null ? undefined : criteriaIn(search, Date.now())
      if (view === null) await api.savedViews.create({ body: { list, criteria: criteria ?? {}, ...fields } })
      else
        await api.savedViews.update({
          params: { viewUuid: view.uuid },
          body: { ...fields, ...(criteria && { criteria }) },
        })
      await done(messages.saved(fields.name))
    },
    async remove({ uuid, name }: SavedView) {
      try {
        await api.savedViews.remove({ params: { viewUuid: uuid } })
        await done(messages.removed(name))
      } catch (error) {
        showAlert(messageOf(error))
      }
    },
  }
}
