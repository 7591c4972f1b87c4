/** In pixels: sharp in print, and small enough for every report. */
const [maxWidth, maxHeight] = [840, 288]

/** Converts an image to a PNG that fits on a report. Throws if the browser cannot decode the file. */
export async function logoImage(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, maxWidth / picture.width, maxHeight / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.toDataURL('image/png')
}
