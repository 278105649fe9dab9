/** What of the device (`device.ts`) nobody calls before the first screen stands. */
import { behind } from './device.ts';

export const getRegions = behind('getRegions');
export const register = behind('register');
export const hostIsKedai = behind('hostIsKedai');
export const sessionHasEnded = behind('sessionHasEnded');
export const revokeEndedSessions = behind('revokeEndedSessions');
export const cartWaits = behind('cartWaits');
export const agreeToAge = behind('agreeToAge');
export const agreeToQuote = behind('agreeToQuote');
export const cancel = behind('cancel');
export const deliver = behind('deliver');
export const deliverDue = behind('deliverDue');
export const dismiss = behind('dismiss');
export const keepIntent = behind('keepIntent');
export const forgetUnsavedAddress = behind('forgetUnsavedAddress');
export const saveAddress = behind('saveAddress');
export const saveUnsavedAddresses = behind('saveUnsavedAddresses');
export const unsavedAddressesOf = behind('unsavedAddressesOf');
export const publicAnswers = behind('publicAnswers');
export const keptLists = behind('keptLists');
export const ownAddresses = behind('ownAddresses');
export const ownOrders = behind('ownOrders');
