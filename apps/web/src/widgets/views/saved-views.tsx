import type { SavedView, ViewedList } from '@assay/contract/saved-views.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { views as messages } from '../../messages/views.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EditView } from './edit-view.tsx'
import { useAudiences } from './use-audiences.ts'
import { hrefOf } from './views-model.ts'

interface Props {
  list: ViewedList
  /** Title of the page. */
  title: string
}

type OpenDialog = { view: SavedView | null } | 'edit'

/** Menu of a list's saved views. */
export function SavedViews({ list, title }: Props) {
  const navigate = useNavigate()
  const searchStr = useLocation({ select: (location) => location.searchStr })
  const { data } = useQuery(query(api.savedViews.list, {}))
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const [notice, setNotice] = useState('')
  const { nameOf } = useAudiences()
  const views = (data ?? []).filter((view) => view.list === list)
  const editable = views.filter(({ canEdit }) => canEdit)
  return (
    <>
      <Menu
        label={messages.title}
        name={messages.titleOf(title)}
        items={[
          ...views.map((view) => ({
            id: view.uuid,
            label: view.teamUuid === null ? view.name : `${view.name} · ${nameOf(view.teamUuid)}`,
            onAction: () => void navigate({ href: hrefOf(list, view.criteria, Date.now()) }),
          })),
          { id: 'save', label: messages.save, onAction: () => setOpened({ view: null }) },
          ...(editable.length > 0
            ? [{ id: 'edit', label: messages.edit, onAction: () => setOpened('edit') }]
            : []),
        ]}
      />
      {opened === 'edit' && (
        <Dialog title={messages.editTitle} isOpen onOpenChange={() => setOpened(null)}>
          <ul className="m-0 grid list-none gap-1 p-0">
            {editable.map((view) => (
              <li key={view.uuid} className="flex items-center gap-3">
                <span className="min-w-0 grow [overflow-wrap:anywhere]">
                  {view.name}{' '}
                  <span className="text-xs text-soft">
                    {nameOf(view.teamUuid)}
                    {!view.isOwn && view.createdBy !== null && ` · ${messages.by(view.createdBy)}`}
                  </span>
                </span>
                <Button aria-label={messages.editOf(view.name)} onPress={() => setOpened({ view })}>
                  {messages.editOne}
                </Button>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
      {opened !== null && opened !== 'edit' && (
        <EditView
          list={list}
          {...opened}
          search={searchStr}
          onClose={() => setOpened(null)}
          onDone={(done) => {
            setNotice(done)
            setOpened(null)
          }}
        />
      )}
      <span role="status" className="sr-only">
        {notice}
      </span>
    </>
  )
}
