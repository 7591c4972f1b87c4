import type { OwnAdvisory } from '@assay/contract/own-advisories.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { ownAdvisories as messages } from '../../../messages/own-advisories.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { When } from '../../../ui/when.tsx'
import { saveFile } from '../../../widgets/save-file.ts'
import { MemberName } from '../rules/names.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useUser } from '../use-user.ts'

interface Props {
  own: Pick<OwnAdvisory, 'uuid' | 'id'>
  onClose: () => void
}

/** Every version of an advisory, to be downloaded as it was. */
export function AdvisoryHistory({ own: { uuid: ownAdvisoryUuid, id }, onClose }: Props) {
  const params = { accountUuid: useUser().account.uuid, ownAdvisoryUuid }
  const versions = useQuery(query(api.ownAdvisories.versions, { params }))
  return (
    <Dialog title={messages.historyOf(id)} isOpen onOpenChange={onClose}>
      <SettingsQuery query={versions}>
        {(list) => (
          <ol
            className="m-0 grid max-h-96 list-none gap-2 overflow-y-auto p-0"
            tabIndex={0}
            aria-label={messages.historyOf(id)}
          >
            {list.map(({ version, at, memberUuid, document }) => (
              <li key={version} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <span className="font-medium">{messages.version(version)}</span>
                <span className="min-w-0 grow text-soft [overflow-wrap:anywhere]">
                  <When epochMs={at} /> {memberUuid !== null && <MemberName uuid={memberUuid} />}
                  {document['withdrawn'] !== undefined && ` · ${messages.withdrawn}`}
                </span>
                <Button
                  variant="quiet"
                  aria-label={messages.downloadOf(version)}
                  onPress={() =>
                    saveFile(
                      `${id}-${version}.osv.json`,
                      JSON.stringify(document, null, 2),
                      'application/json',
                    )
                  }
                >
                  {messages.download}
                </Button>
              </li>
            ))}
          </ol>
        )}
      </SettingsQuery>
    </Dialog>
  )
}
