import { type Sending, sendPicture } from '@/features/media/upload'
import { ApiError } from '@/lib/api'
import { texts } from './texts'

/** Sends a picture for the account and answers its address. Throws as sendPicture does. */
export async function uploadAvatar(picture: File, sending: Sending): Promise<string> {
  const to = { method: 'PUT', path: '/api/user/upload-avatar', field: 'avatar' } as const
  const answer = await sendPicture<{ data?: { avatar?: string } }>(picture, to, sending)
  const avatar = answer.data?.avatar
  if (!avatar) throw new ApiError(200, texts.uploadFailed)
  return avatar
}
