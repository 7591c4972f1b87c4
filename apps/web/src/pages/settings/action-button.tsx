import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'

interface Props {
  label?: string
  /** Why it is disabled; null if enabled. */
  denialReason?: string | null
  variant?: 'primary' | 'plain' | 'quiet' | 'danger'
  onPress: () => void
  children: ReactNode
}

/** Focusable although disabled, so that screen readers announce the reason. */
export const ActionButton = ({ label, denialReason = null, variant = 'plain', onPress, children }: Props) => (
  <Button
    variant={variant}
    {...(label !== undefined && { 'aria-label': label })}
    aria-disabled={denialReason !== null}
    {...(denialReason !== null && { title: denialReason })}
    onPress={() => denialReason === null && onPress()}
  >
    {children}
  </Button>
)

export type RenderDialog = (onClose: () => void) => ReactNode

/** Opens a dialog. */
export function DialogButton({
  renderDialog,
  ...props
}: Omit<Props, 'onPress'> & { renderDialog: RenderDialog }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton {...props} onPress={() => setOpen(true)} />
      {isOpen && renderDialog(() => setOpen(false))}
    </>
  )
}
