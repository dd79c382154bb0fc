import { Aim } from "./aim.js";
import { Hold } from "./hold.js";
import { Pick } from "./pick.js";
import { Place } from "./place.js";
import { Pull } from "./pull.js";
import { Slide } from "./slide.js";

// Every kind of gesture by its name. None knows a game.
export const KINDS = { aim: Aim, hold: Hold, pick: Pick, place: Place, pull: Pull, slide: Slide };
