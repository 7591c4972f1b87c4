import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/query.ts'
import { copy as copyMessages } from '../../../messages/copy.ts'
import { firstScan } from '../../../messages/first-scan.ts'
import { serverAddress } from '../../../paths.ts'
import { showAlert } from '../../../ui/alerts.tsx'
import { Button } from '../../../ui/button.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { FirstScanOption } from './first-scan-option.tsx'

interface Props {
  accountUuid: string
  isAllowed: boolean
}

const messages = firstScan.command

/** A terminal command to scan, with a new token that is shown once. */
export function FirstCommand({ accountUuid, isAllowed }: Props) {
  const [isCopied, setCopied] = useState(false)
  const making = useMutation({
    mutationFn: () =>
      api.tokens.create({ params: { accountUuid }, body: { name: messages.tokenName, access: 'write' } }),
    onError: (error) => showAlert(messageOf(error)),
  })
  const copy = (text: string) =>
    copyText(text).then(
      () => setCopied(true),
      () => showAlert(copyMessages.failed),
    )
  const isOff = !isAllowed || making.isPending
  const command = making.data && messages.command(serverAddress(), making.data.token)
  return (
    <FirstScanOption title={messages.title} explanation={messages.explanation}>
      {command === undefined ? (
        <Button
          aria-disabled={isOff}
          title={isAllowed ? undefined : firstScan.file.notAllowed}
          onPress={() => !isOff && making.mutate()}
        >
          {making.isPending ? messages.making : messages.make}
        </Button>
      ) : (
        <>
          <code
            tabIndex={0}
            role="region"
            aria-label={messages.label}
            className="max-h-32 w-full overflow-auto rounded-md bg-hover px-3 py-2 text-xs break-all"
          >
            {command}
          </code>
          <p className="m-0 text-xs text-soft">{messages.once}</p>
          <Button onPress={() => void copy(command)}>
            <span role="status">{isCopied ? messages.copied : messages.copy}</span>
          </Button>
        </>
      )}
    </FirstScanOption>
  )
}
