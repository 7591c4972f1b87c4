import { groups as contract } from '@assay/contract/groups.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { query } from '../../api/query.ts'
import { groups as messages } from '../../messages/groups.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListNotice } from '../../widgets/lists/list-notice.tsx'
import { ListSkeleton } from '../../widgets/lists/list-skeleton.tsx'
import { PageTitle } from '../../widgets/lists/page-title.tsx'
import { EmptyState } from '../../widgets/notices/empty-state.tsx'
import { MembersOnly } from '../../widgets/notices/members-only.tsx'
import { QueryView } from '../../widgets/notices/query-view.tsx'
import { usePermission } from '../../widgets/use-permission.ts'
import { useTitle } from '../../widgets/use-title.ts'
import { EditGroup } from './edit-group.tsx'
import { GroupTree } from './group-tree.tsx'

/** "How safe is each product, and who owns it?" */
export function GroupsPage() {
  useTitle(messages.title)
  return (
    <MembersOnly>
      <Groups />
    </MembersOnly>
  )
}

function Groups() {
  const found = useQuery(query(api.groups.list, {}))
  const canAdd = usePermission()(contract.create.permission)
  const [isAdding, setAdding] = useState(false)
  const add = (
    <Button
      variant="primary"
      aria-disabled={!canAdd}
      title={canAdd ? undefined : messages.notAllowed}
      onPress={() => canAdd && setAdding(true)}
    >
      {messages.add}
    </Button>
  )
  return (
    <>
      <PageTitle title={messages.title} lead={messages.lead} actions={add} />
      <QueryView
        query={found}
        skeleton={<ListSkeleton row="h-11.25" />}
        failed={messages.failed}
        forbidden={messages.forbidden}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={messages.none} hint={messages.noneHint} />
          ) : (
            <div className="grid gap-3">
              <ListNotice of={['kev']} />
              <Card title={messages.count(list.length)}>
                <GroupTree groups={list} label={messages.list} />
              </Card>
            </div>
          )
        }
      </QueryView>
      {isAdding && <EditGroup group={null} groups={found.data ?? []} onClose={() => setAdding(false)} />}
    </>
  )
}
