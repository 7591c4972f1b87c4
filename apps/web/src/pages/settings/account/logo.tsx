import { properties } from '@assay/contract/properties.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../api/client.ts'
import { query } from '../../../api/query.ts'
import { account } from '../../../messages/account.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { ActionButton } from '../action-button.tsx'
import { Section } from '../section.tsx'
import { SettingsQuery } from '../settings-query.tsx'
import { useMutationWithToast } from '../use-mutation-with-toast.ts'
import { useDenialReason } from '../use-denial-reason.ts'
import { useUser } from '../use-user.ts'
import { useConfiguration } from './use-configuration.ts'

const messages = account.logo

/** The logo at the top of reports. */
export function Logo() {
  const { known } = useConfiguration()
  return (
    <Section title={messages.title} lead={messages.lead}>
      <SettingsQuery query={known}>
        {({ hasLogo }) => (
          <div className="grid justify-items-start gap-3">
            {hasLogo ? <Picture /> : <p className="m-0 text-soft">{messages.none}</p>}
            <Actions hasLogo={hasLogo} />
          </div>
        )}
      </SettingsQuery>
    </Section>
  )
}

const useParams = () => ({ accountUuid: useUser().account.uuid, name: 'logo' })

function Picture() {
  const logo = useQuery(query(api.properties.ofAccount, { params: useParams() }))
  return (
    <SettingsQuery query={logo}>
      {(value) => (
        <img
          src={typeof value?.['image'] === 'string' ? value['image'] : ''}
          alt={messages.title}
          className="max-h-24 max-w-full bg-white p-2"
        />
      )}
    </SettingsQuery>
  )
}

function Actions({ hasLogo }: { hasLogo: boolean }) {
  const params = useParams()
  const denialReason = useDenialReason()(properties.setOfAccount)
  const set = useMutationWithToast((body: { image: string } | null) =>
    api.properties.setOfAccount({ params, body }),
  )
  const choose = async (file: File) => {
    const image = await logoImage(file).catch(() => null)
    if (image === null) showAlert(messages.unreadable)
    else set.mutate({ image })
  }
  return (
    <div className="flex flex-wrap gap-2">
      <ChooseFile denialReason={denialReason} onFile={choose} />
      {hasLogo && (
        <ActionButton denialReason={denialReason} onPress={() => set.mutate(null)}>
          {messages.remove}
        </ActionButton>
      )}
    </div>
  )
}

function ChooseFile({
  denialReason,
  onFile,
}: {
  denialReason: string | null
  onFile: (file: File) => unknown
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/png,image/jpeg"
        aria-label={messages.choose}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) onFile(file)
        }}
      />
      <ActionButton denialReason={denialReason} onPress={() => input.current?.click()}>
        {messages.choose}
      </ActionButton>
    </>
  )
}

/** In pixels: sharp in print, and small enough for every report. */
const [maxWidth, maxHeight] = [840, 288]

/** Converts an image to a PNG that fits on a report. Throws if the browser cannot decode the file. */
async function logoImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxWidth / picture.width, maxHeight / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/png')
}
