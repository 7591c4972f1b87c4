import { audit } from '@assay/contract/audit.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { saveFile } from '../../../widgets/save-file.ts'
import { settings } from '../../../messages/settings.ts'
import { ActionButton } from '../action-button.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { Section } from '../section.tsx'
import type { SectionProps, SettingsSearch } from '../search.ts'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { Events } from './events.tsx'
import { Filters } from './filters.tsx'

const messages = settings.audit

/** The filters in API format. */
const queryOf = ({ q = '', member, action, from, to }: SettingsSearch) => ({
  text: q,
  ...(member !== undefined && { memberUuid: member }),
  ...(action !== undefined && { action }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
})

export function Audit(props: SectionProps) {
  const params = { accountUuid: useUser().account.uuid }
  const query = queryOf(props.search)
  const denialReason = useDenialReason()(audit.list)
  const log = useInfiniteQuery({
    queryKey: ['audit', params.accountUuid, query],
    queryFn: ({ pageParam, signal }) =>
      api.audit.list(
        { params, query: { ...query, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Keeps previous results while loading.
    placeholderData: keepPreviousData,
  })
  const download = useMutationWithToast<void>(async () =>
    saveFile('audit.csv', await api.audit.csv({ params, query }), 'text/csv'),
  )
  return (
    <Section
      title={messages.title}
      isTitleHidden
      isFlush
      actions={
        <ActionButton denialReason={denialReason} onPress={() => download.mutate()}>
          {messages.download}
        </ActionButton>
      }
    >
      {denialReason === null && <Filters {...props} />}
      <SettingsQuery query={log}>
        {({ pages }) => (
          <Events {...props} isBusy={log.isPlaceholderData} events={pages.flatMap(({ events }) => events)} />
        )}
      </SettingsQuery>
      {log.hasNextPage && (
        <div className="px-4 py-3">
          <ActionButton onPress={() => void log.fetchNextPage()}>{messages.more}</ActionButton>
        </div>
      )}
    </Section>
  )
}
