"""Train PPO of Stable-Baselines3 on a few tasks; all environments play in one native call."""

from stable_baselines3 import PPO

from topple.adapters.stable_baselines import PhyreVecEnv

envs = PhyreVecEnv(8, tasks=["00002:023", "00015:001"], attempts=10)
envs.seed(0)
model = PPO("MlpPolicy", envs, n_steps=32, batch_size=64, seed=0, device="cpu")
model.learn(total_timesteps=512)
action, _ = model.predict(envs.reset(), deterministic=True)
print(action.shape, f"{model.num_timesteps} attempts")
